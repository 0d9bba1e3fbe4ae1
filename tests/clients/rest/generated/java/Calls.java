import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.PersonsApi;
import org.openapitools.client.api.ReportsApi;
import org.openapitools.client.model.ApiPerson;
import org.openapitools.client.model.CreatePersonBody;
import org.openapitools.client.model.UpdatePersonBody;

/** Makes five calls: creates, changes and finds a person, is refused a duplicate, and reads the catalog. */
public class Calls {
    public static void main(String[] arguments) throws ApiException {
        var client = new ApiClient();
        client.updateBaseUri(arguments[0] + "/api/v1");
        var login = (arguments[1] + ":" + arguments[2]).getBytes(StandardCharsets.UTF_8);
        var authorization = "Basic " + Base64.getEncoder().encodeToString(login);
        client.setRequestInterceptor(request -> request.header("Authorization", authorization));
        var persons = new PersonsApi(client);
        var identifier = "java-" + System.currentTimeMillis();
        var person = new CreatePersonBody().externalIdentifier(identifier).firstName("Zoë").familyName("Hoff & Zn");
        person.email(identifier + "@example.nl");
        int id = persons.createPerson(person, null).getServiceId();
        persons.updatePerson(id, new UpdatePersonBody().costCentre("K200"), null, null, null);
        ApiPerson found = persons.getPersonByExternalId(identifier, null, null);
        assertEqual(found.getId() + " " + found.getFirstName() + " " + found.getCostCentre(), id + " Zoë K200");
        try {
            persons.createPerson(person, null);
            throw new AssertionError("the duplicate was not refused");
        } catch (ApiException refused) {
            assertEqual(refused.getCode(), 409);
        }
        int items = new ReportsApi(client).getCatalog(null).size();
        if (items == 0) throw new AssertionError("the catalog is empty");
        System.out.println("Java: five calls");
    }

    private static void assertEqual(Object found, Object expected) {
        if (!found.equals(expected)) throw new AssertionError(found + ", not " + expected);
    }
}
