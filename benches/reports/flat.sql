-- CompletedCourses as a ready-made table: what the shell prints is only read.
PRAGMA flat.synchronous = OFF;
CREATE TABLE flat.report AS
SELECT OpleidingsId, Opleiding, Lichting, Trede,
    (SELECT group_concat(shown_date || ' ' || shown_time, ', ') FROM contact_moment WHERE class = Contactmomenten) AS Contactmomenten,
    (SELECT group_concat(full_name, ', ') FROM known_person
     WHERE id IN (SELECT person FROM class_trainer WHERE class = Trainers
                  UNION ALL SELECT person FROM training_trainer WHERE training = -Trainers)) AS Trainers,
    Opleidingscode, Versie, Status, Startdatum, Afronddatum, Verloopdatum, Voornaam, Achternaam, Personeelsnummer,
    Locatie, Divisie, Functie, Email, Leidinggevende, Kostenplaats, printf('%.2f', Kosten / 100.0) AS Kosten, Betaling,
    Uit_dienst, Inschrijfdatum, Mutatiedatum, Annuleringsdatum, Geannuleerd_door, Annuleringsreden,
    Certificaat_behaald, Verplicht, Medewerkertype, Percentage_gereed
FROM completed_course
ORDER BY Afronddatum, person, type, OpleidingsId;
