-- CompletedCourses as a ready-made table: what the shell prints is only read.
PRAGMA flat.synchronous = OFF;
CREATE TABLE flat.report AS
SELECT t.id AS OpleidingsId, t.title AS Opleiding, coalesce(c.name, '') AS Lichting, s.title AS Trede,
    (SELECT group_concat(shown_date || ' ' || shown_time, ', ') FROM contact_moment WHERE class = c.id) AS Contactmomenten,
    (SELECT group_concat(full_name, ', ') FROM known_person
     WHERE id IN (SELECT person FROM class_trainer WHERE class = r.class_or_training
                  UNION ALL SELECT person FROM training_trainer WHERE training = -r.class_or_training)) AS Trainers,
    t.code AS Opleidingscode, r.Versie, r.Status, r.Startdatum, r.Afronddatum, r.Verloopdatum, p.first_name AS Voornaam,
    iif(p.insertion = '', '', p.insertion || ' ') || p.family_name AS Achternaam,
    p.external_identifier AS Personeelsnummer, p.location AS Locatie, p.division AS Divisie, p.function AS Functie,
    p.email AS Email, p.manager AS Leidinggevende, p.cost_centre AS Kostenplaats,
    printf('%.2f', r.Kosten / 100.0) AS Kosten, r.Betaling, p.dismissed AS Uit_dienst, r.Inschrijfdatum, r.Mutatiedatum,
    r.Annuleringsdatum, r.Geannuleerd_door, r.Annuleringsreden, r.Certificaat_behaald, r.Verplicht,
    p.employee_type AS Medewerkertype, r.Percentage_gereed
FROM completed_course AS r
     CROSS JOIN reported_person AS p ON p.id = r.person
     LEFT JOIN class AS c ON c.id = r.class_or_training
     CROSS JOIN LearningModule AS t ON t.key = coalesce(c.training, -r.class_or_training)
     CROSS JOIN step AS s ON s.id = t.step
ORDER BY r.Afronddatum, r.person, r.training;
