// Five calls: creates, finds and changes a person, is refused a second one, and reads the catalog.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	lms "github.com/GIT_USER_ID/GIT_REPO_ID"
)

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func equal(found, expected any) {
	if found != expected {
		panic(fmt.Sprintf("%v, not %v", found, expected))
	}
}

func main() {
	configuration := lms.NewConfiguration()
	configuration.Servers = lms.ServerConfigurations{{URL: os.Args[1] + "/api/v1"}}
	client := lms.NewAPIClient(configuration)
	login := lms.BasicAuth{UserName: os.Args[2], Password: os.Args[3]}
	ctx := context.WithValue(context.Background(), lms.ContextBasicAuth, login)

	identifier := fmt.Sprintf("go-%d", time.Now().UnixNano())
	person := *lms.NewCreatePersonBody(identifier, "Zoë", "Hoff & Zn", identifier+"@example.nl")
	created, _, err := client.PersonsAPI.CreatePerson(ctx).CreatePersonBody(person).Execute()
	must(err)
	change := *lms.NewUpdatePersonBody()
	change.SetCostCentre("K200")
	_, err = client.PersonsAPI.UpdatePerson(ctx, created.ServiceId).UpdatePersonBody(change).Execute()
	must(err)
	found, _, err := client.PersonsAPI.GetPersonByExternalId(ctx, identifier).Execute()
	must(err)
	equal(found.Id, created.ServiceId)
	equal(found.FirstName+" "+found.CostCentre, "Zoë K200")
	_, refused, _ := client.PersonsAPI.CreatePerson(ctx).CreatePersonBody(person).Execute()
	equal(refused.StatusCode, 409)
	items, _, err := client.ReportsAPI.GetCatalog(ctx).Execute()
	must(err)
	if len(items) == 0 {
		panic("the catalog is empty")
	}
	fmt.Println("Go: five calls")
}
