// Makes five calls: creates, changes and finds a person, is refused a duplicate, and reads the catalog.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	lms "github.com/GIT_USER_ID/GIT_REPO_ID"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func assertEqual(found, expected any) {
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
	check(err)
	change := *lms.NewUpdatePersonBody()
	change.SetCostCentre("K200")
	_, err = client.PersonsAPI.UpdatePerson(ctx, created.ServiceId).UpdatePersonBody(change).Execute()
	check(err)
	found, _, err := client.PersonsAPI.GetPersonByExternalId(ctx, identifier).Execute()
	check(err)
	assertEqual(found.Id, created.ServiceId)
	assertEqual(found.FirstName+" "+found.CostCentre, "Zoë K200")
	_, refused, _ := client.PersonsAPI.CreatePerson(ctx).CreatePersonBody(person).Execute()
	assertEqual(refused.StatusCode, 409)
	items, _, err := client.ReportsAPI.GetCatalog(ctx).Execute()
	check(err)
	if len(items) == 0 {
		panic("the catalog is empty")
	}
	fmt.Println("Go: five calls")
}
