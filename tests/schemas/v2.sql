PRAGMA foreign_keys = OFF;
BEGIN TRANSACTION;
CREATE TABLE FinishedModule (
    id                    INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 2147483647),
    person                INTEGER NOT NULL REFERENCES person,
    training              INTEGER NOT NULL REFERENCES LearningModule,
    finished_at           TEXT    NOT NULL CHECK (finished_at IS strftime('%Y-%m-%dT%H:%M:%S', finished_at)),
    class                 INTEGER,
    started_at            TEXT    CHECK (started_at IS strftime('%Y-%m-%dT%H:%M:%S', started_at)
                                         AND (started_at IS NULL OR started_at <= finished_at)),
    valid_until           TEXT    CHECK (valid_until IS strftime('%Y-%m-%dT%H:%M:%S', valid_until)
                                         AND (valid_until IS NULL OR valid_until >= finished_at)),
    certificate_obtained  INTEGER NOT NULL DEFAULT 0 CHECK (certificate_obtained IN (0, 1)),
    version               TEXT    NOT NULL DEFAULT '',
    UNIQUE (person, training, finished_at),
    FOREIGN KEY (class, training) REFERENCES class (id, training)
) STRICT;
INSERT INTO "FinishedModule" VALUES(20001,27,1,'2018-01-22T10:53:48',NULL,'2018-01-22T10:22:48',NULL,0,'');
INSERT INTO "FinishedModule" VALUES(20002,35,1,'2018-09-05T17:58:28',NULL,'2018-09-05T17:11:28',NULL,0,'');
INSERT INTO "FinishedModule" VALUES(20003,48,21,'2019-03-05T10:00:00',NULL,'2019-03-05T09:35:00',NULL,0,'');
INSERT INTO "FinishedModule" VALUES(20004,29,21,'2019-03-06T10:00:00',NULL,NULL,NULL,0,'');
INSERT INTO "FinishedModule" VALUES(20005,14,7,'2019-05-14T16:00:00',NULL,NULL,NULL,1,'2');
INSERT INTO "FinishedModule" VALUES(20006,4,1,'2019-08-20T15:48:06',NULL,'2019-08-20T15:06:06',NULL,0,'');
INSERT INTO "FinishedModule" VALUES(20007,5,1,'2021-01-05T11:55:44',NULL,'2021-01-05T11:00:44',NULL,0,'');
INSERT INTO "FinishedModule" VALUES(20008,39,1,'2021-04-06T17:06:35',NULL,'2021-04-06T16:19:35',NULL,0,'');
INSERT INTO "FinishedModule" VALUES(20009,19,1,'2021-09-02T08:13:34',NULL,'2021-09-02T07:25:34',NULL,0,'');
INSERT INTO "FinishedModule" VALUES(20010,21,1,'2022-02-15T16:39:31',NULL,'2022-02-15T15:56:31',NULL,0,'');
INSERT INTO "FinishedModule" VALUES(20011,23,2,'2022-04-11T09:52:08',NULL,'2022-04-11T08:38:08','2024-04-11T09:52:08',0,'');
INSERT INTO "FinishedModule" VALUES(20012,23,20,'2022-06-01T11:00:00',NULL,'2022-06-01T10:26:00','2025-06-01T11:00:00',0,'');
INSERT INTO "FinishedModule" VALUES(20013,43,12,'2022-09-19T11:49:00',NULL,'2022-09-19T11:14:00','2025-09-19T11:49:00',1,'');
INSERT INTO "FinishedModule" VALUES(20014,20,3,'2022-09-27T18:07:59',NULL,'2022-09-27T17:01:59','2025-09-27T18:07:59',0,'');
INSERT INTO "FinishedModule" VALUES(20015,43,10,'2022-10-03T15:00:00',NULL,NULL,'2025-10-03T15:00:00',1,'');
INSERT INTO "FinishedModule" VALUES(20016,6,2,'2022-10-20T09:00:00',NULL,'2022-10-20T08:29:00','2024-10-20T09:00:00',0,'');
INSERT INTO "FinishedModule" VALUES(20017,52,1,'2022-11-02T10:11:11',NULL,'2022-11-02T09:06:11',NULL,0,'');
INSERT INTO "FinishedModule" VALUES(20018,46,3,'2022-11-30T12:44:01',NULL,'2022-11-30T11:35:01','2025-11-30T12:44:01',0,'');
INSERT INTO "FinishedModule" VALUES(20019,20,12,'2022-12-01T15:36:00',NULL,'2022-12-01T14:29:00','2025-12-01T15:36:00',1,'');
INSERT INTO "FinishedModule" VALUES(20020,23,3,'2022-12-06T13:09:11',NULL,'2022-12-06T12:45:11','2025-12-06T13:09:11',0,'');
INSERT INTO "FinishedModule" VALUES(20021,19,20,'2023-02-08T11:00:00',NULL,'2023-02-08T10:10:00','2026-02-08T11:00:00',0,'');
INSERT INTO "FinishedModule" VALUES(20022,41,12,'2023-02-13T18:20:00',NULL,'2023-02-13T17:41:00','2026-02-13T18:20:00',1,'');
INSERT INTO "FinishedModule" VALUES(20023,32,3,'2023-02-20T19:28:37',NULL,'2023-02-20T18:18:37','2026-02-20T19:28:37',0,'');
INSERT INTO "FinishedModule" VALUES(20024,31,3,'2023-03-09T14:55:01',NULL,'2023-03-09T14:28:01','2026-03-09T14:55:01',0,'');
INSERT INTO "FinishedModule" VALUES(20025,3,3,'2023-03-15T11:01:15',NULL,'2023-03-15T10:37:15','2026-03-15T11:01:15',0,'');
INSERT INTO "FinishedModule" VALUES(20026,35,12,'2023-03-27T14:28:00',NULL,'2023-03-27T13:50:00','2026-03-27T14:28:00',1,'');
INSERT INTO "FinishedModule" VALUES(20027,19,3,'2023-04-06T18:59:02',NULL,'2023-04-06T18:31:02','2026-04-06T18:59:02',0,'');
INSERT INTO "FinishedModule" VALUES(20028,49,3,'2023-04-24T13:49:22',NULL,'2023-04-24T12:58:22','2026-04-24T13:49:22',0,'');
INSERT INTO "FinishedModule" VALUES(20029,52,12,'2023-04-30T10:20:00',NULL,'2023-04-30T09:37:00','2026-04-30T10:20:00',1,'');
INSERT INTO "FinishedModule" VALUES(20030,34,1,'2023-05-03T18:04:39',NULL,'2023-05-03T17:07:39',NULL,0,'');
INSERT INTO "FinishedModule" VALUES(20031,35,10,'2023-05-15T15:00:00',NULL,'2023-05-15T13:00:00','2026-05-15T15:00:00',1,'1.0');
INSERT INTO "FinishedModule" VALUES(20032,21,3,'2023-05-23T11:09:08',NULL,'2023-05-23T10:06:08','2026-05-23T11:09:08',0,'');
INSERT INTO "FinishedModule" VALUES(20033,48,3,'2023-05-31T18:31:55',NULL,'2023-05-31T17:49:55','2026-05-31T18:31:55',0,'');
INSERT INTO "FinishedModule" VALUES(20034,43,3,'2023-06-01T13:28:47',NULL,'2023-06-01T12:54:47','2026-06-01T13:28:47',0,'');
INSERT INTO "FinishedModule" VALUES(20035,60,3,'2023-06-06T11:42:56',NULL,'2023-06-06T11:12:56','2026-06-06T11:42:56',0,'');
INSERT INTO "FinishedModule" VALUES(20036,24,12,'2023-06-12T11:16:00',NULL,'2023-06-12T10:36:00','2026-06-12T11:16:00',1,'');
INSERT INTO "FinishedModule" VALUES(20037,8,3,'2023-07-03T20:57:31',NULL,'2023-07-03T19:57:31','2026-07-03T20:57:31',0,'');
INSERT INTO "FinishedModule" VALUES(20038,2,3,'2023-08-29T09:08:16',NULL,'2023-08-29T08:35:16','2026-08-29T09:08:16',0,'');
INSERT INTO "FinishedModule" VALUES(20039,44,1,'2023-08-30T20:20:14',NULL,'2023-08-30T19:30:14',NULL,0,'');
INSERT INTO "FinishedModule" VALUES(20040,13,3,'2023-09-12T08:36:05',NULL,'2023-09-12T07:24:05','2026-09-12T08:36:05',0,'');
INSERT INTO "FinishedModule" VALUES(20041,60,4,'2023-10-04T16:30:00',1,'2023-10-03T09:00:00','2024-10-04T16:30:00',0,'2022');
INSERT INTO "FinishedModule" VALUES(20042,7,4,'2023-10-04T16:30:00',1,'2023-10-03T09:00:00','2024-10-04T16:30:00',1,'2022');
INSERT INTO "FinishedModule" VALUES(20043,12,4,'2023-10-04T16:30:00',1,'2023-10-03T09:00:00','2024-10-04T16:30:00',1,'2022');
INSERT INTO "FinishedModule" VALUES(20044,38,4,'2023-10-04T16:30:00',1,'2023-10-03T09:00:00','2024-10-04T16:30:00',1,'2022');
INSERT INTO "FinishedModule" VALUES(20045,9,3,'2023-10-10T10:17:00',NULL,'2023-10-10T09:27:00','2026-10-10T10:17:00',0,'');
INSERT INTO "FinishedModule" VALUES(20046,41,2,'2023-10-29T08:59:21',NULL,'2023-10-29T07:55:21','2025-10-29T08:59:21',0,'');
INSERT INTO "FinishedModule" VALUES(20047,3,17,'2023-11-02T22:00:00',NULL,NULL,NULL,0,'2023');
INSERT INTO "FinishedModule" VALUES(20048,24,3,'2023-11-14T17:09:13',NULL,'2023-11-14T15:59:13','2026-11-14T17:09:13',0,'');
INSERT INTO "FinishedModule" VALUES(20049,9,2,'2023-12-05T08:31:09',NULL,'2023-12-05T07:40:09','2025-12-05T08:31:09',0,'');
INSERT INTO "FinishedModule" VALUES(20050,43,13,'2023-12-11T11:43:00',NULL,'2023-12-11T11:18:00','2025-12-11T11:43:00',0,'');
INSERT INTO "FinishedModule" VALUES(20051,28,3,'2023-12-19T17:38:48',NULL,'2023-12-19T16:29:48','2026-12-19T17:38:48',0,'');
INSERT INTO "FinishedModule" VALUES(20052,56,2,'2024-01-15T20:00:00',NULL,'2024-01-15T19:00:00','2025-01-15T20:00:00',0,'2023.1');
INSERT INTO "FinishedModule" VALUES(20053,7,3,'2024-01-18T17:11:51',NULL,'2024-01-18T16:08:51','2027-01-18T17:11:51',0,'');
INSERT INTO "FinishedModule" VALUES(20054,27,3,'2024-01-23T11:35:12',NULL,'2024-01-23T10:41:12','2027-01-23T11:35:12',0,'');
INSERT INTO "FinishedModule" VALUES(20055,39,12,'2024-01-31T09:43:00',NULL,'2024-01-31T09:01:00','2027-01-31T09:43:00',1,'');
INSERT INTO "FinishedModule" VALUES(20056,31,2,'2024-02-01T17:40:15',NULL,'2024-02-01T16:30:15','2026-02-01T17:40:15',0,'');
INSERT INTO "FinishedModule" VALUES(20057,50,1,'2024-02-05T20:43:19',NULL,'2024-02-05T20:22:19',NULL,0,'');
INSERT INTO "FinishedModule" VALUES(20058,50,2,'2024-02-06T16:16:08',NULL,'2024-02-06T15:15:08','2026-02-06T16:16:08',0,'');
INSERT INTO "FinishedModule" VALUES(20059,14,3,'2024-02-27T17:42:53',NULL,'2024-02-27T17:17:53','2027-02-27T17:42:53',0,'');
INSERT INTO "FinishedModule" VALUES(20060,58,7,'2024-02-29T16:30:00',11,'2024-02-29T09:00:00','2026-02-28T16:30:00',1,'3.2');
INSERT INTO "FinishedModule" VALUES(20062,20,7,'2024-02-29T16:30:00',11,'2024-02-29T09:00:00','2026-02-28T16:30:00',1,'3.2');
INSERT INTO "FinishedModule" VALUES(20063,21,7,'2024-02-29T16:30:00',11,'2024-02-29T09:00:00','2026-02-28T16:30:00',1,'3.2');
INSERT INTO "FinishedModule" VALUES(20064,23,7,'2024-02-29T16:30:00',11,'2024-02-29T09:00:00','2026-02-28T16:30:00',1,'3.2');
INSERT INTO "FinishedModule" VALUES(20065,29,7,'2024-02-29T16:30:00',11,'2024-02-29T09:00:00','2026-02-28T16:30:00',1,'3.2');
INSERT INTO "FinishedModule" VALUES(20066,14,2,'2024-03-04T11:10:07',NULL,'2024-03-04T10:21:07','2026-03-04T11:10:07',0,'');
INSERT INTO "FinishedModule" VALUES(20067,62,1,'2024-03-11T11:55:15',NULL,'2024-03-11T11:17:15',NULL,0,'');
INSERT INTO "FinishedModule" VALUES(20068,32,20,'2024-03-12T11:00:00',NULL,'2024-03-12T10:29:00','2027-03-12T11:00:00',0,'');
INSERT INTO "FinishedModule" VALUES(20069,20,13,'2024-03-18T15:49:00',NULL,'2024-03-18T14:41:00','2026-03-18T15:49:00',0,'');
INSERT INTO "FinishedModule" VALUES(20070,7,2,'2024-03-26T13:49:48',NULL,'2024-03-26T12:59:48','2026-03-26T13:49:48',0,'');
INSERT INTO "FinishedModule" VALUES(20071,51,3,'2024-03-31T16:57:54',NULL,'2024-03-31T16:23:54','2027-03-31T16:57:54',0,'');
INSERT INTO "FinishedModule" VALUES(20072,3,2,'2024-04-03T13:13:51',NULL,'2024-04-03T12:36:51','2026-04-03T13:13:51',0,'');
INSERT INTO "FinishedModule" VALUES(20073,27,13,'2024-05-13T17:13:00',NULL,'2024-05-13T16:10:00','2026-05-13T17:13:00',0,'');
INSERT INTO "FinishedModule" VALUES(20074,4,2,'2024-05-14T20:27:18',NULL,'2024-05-14T19:56:18','2026-05-14T20:27:18',0,'');
INSERT INTO "FinishedModule" VALUES(20075,32,2,'2024-05-15T20:50:29',NULL,'2024-05-15T19:57:29','2026-05-15T20:50:29',0,'');
INSERT INTO "FinishedModule" VALUES(20076,22,3,'2024-05-21T10:08:09',NULL,'2024-05-21T09:15:09','2027-05-21T10:08:09',0,'');
INSERT INTO "FinishedModule" VALUES(20077,21,2,'2024-05-27T12:54:00',NULL,'2024-05-27T12:04:00','2026-05-27T12:54:00',0,'');
INSERT INTO "FinishedModule" VALUES(20078,43,2,'2024-06-01T15:30:02',NULL,'2024-06-01T14:38:02','2026-06-01T15:30:02',0,'');
INSERT INTO "FinishedModule" VALUES(20079,41,3,'2024-06-11T11:57:32',NULL,'2024-06-11T11:12:32','2027-06-11T11:57:32',0,'');
INSERT INTO "FinishedModule" VALUES(20080,1,2,'2024-06-18T10:48:13',NULL,'2024-06-18T10:15:13','2026-06-18T10:48:13',0,'');
INSERT INTO "FinishedModule" VALUES(20081,24,2147483660,'2024-06-28T16:00:00',NULL,'2024-03-01T09:00:00','2027-06-28T16:00:00',1,'');
INSERT INTO "FinishedModule" VALUES(20082,2,2,'2024-07-02T17:09:48',NULL,'2024-07-02T16:23:48','2026-07-02T17:09:48',0,'');
INSERT INTO "FinishedModule" VALUES(20083,36,3,'2024-07-09T15:08:29',NULL,'2024-07-09T13:54:29','2027-07-09T15:08:29',0,'');
INSERT INTO "FinishedModule" VALUES(20084,24,13,'2024-08-31T11:16:00',NULL,'2024-08-31T10:49:00','2026-08-31T11:16:00',0,'');
INSERT INTO "FinishedModule" VALUES(20085,24,14,'2024-08-31T11:43:00',NULL,'2024-08-31T11:11:00','2026-02-28T11:43:00',0,'');
INSERT INTO "FinishedModule" VALUES(20086,24,2,'2024-08-31T14:26:24',NULL,'2024-08-31T13:28:24','2026-08-31T14:26:24',0,'');
INSERT INTO "FinishedModule" VALUES(20087,37,1,'2024-09-02T15:25:09',NULL,'2024-09-02T14:58:09',NULL,0,'');
INSERT INTO "FinishedModule" VALUES(20088,42,2,'2024-09-05T18:27:18',NULL,'2024-09-05T17:35:18','2026-09-05T18:27:18',0,'');
INSERT INTO "FinishedModule" VALUES(20089,18,3,'2024-09-17T10:57:25',NULL,'2024-09-17T10:09:25','2027-09-17T10:57:25',0,'');
INSERT INTO "FinishedModule" VALUES(20090,32,13,'2024-09-23T15:04:00',NULL,'2024-09-23T14:32:00','2026-09-23T15:04:00',0,'');
INSERT INTO "FinishedModule" VALUES(20091,10,2,'2024-09-30T08:44:00',NULL,'2024-09-30T07:58:00','2026-09-30T08:44:00',0,'');
INSERT INTO "FinishedModule" VALUES(20092,5,3,'2024-10-01T18:51:33',NULL,'2024-10-01T17:57:33','2027-10-01T18:51:33',0,'');
INSERT INTO "FinishedModule" VALUES(20093,51,2,'2024-10-10T14:03:58',NULL,'2024-10-10T13:20:58','2026-10-10T14:03:58',0,'');
INSERT INTO "FinishedModule" VALUES(20094,57,8,'2024-10-15T18:46:46',NULL,'2024-10-15T17:49:46','2025-10-15T18:46:46',0,'');
INSERT INTO "FinishedModule" VALUES(20095,28,2,'2024-10-22T16:38:22',NULL,'2024-10-22T16:15:22','2026-10-22T16:38:22',0,'');
INSERT INTO "FinishedModule" VALUES(20096,53,3,'2024-10-27T20:27:18',NULL,'2024-10-27T19:21:18','2027-10-27T20:27:18',0,'');
INSERT INTO "FinishedModule" VALUES(20097,27,12,'2024-11-18T17:40:00',NULL,'2024-11-18T17:04:00','2027-11-18T17:40:00',1,'');
INSERT INTO "FinishedModule" VALUES(20098,6,2,'2024-11-21T11:32:33',NULL,'2024-11-21T11:01:33','2026-11-21T11:32:33',0,'');
INSERT INTO "FinishedModule" VALUES(20099,31,8,'2024-12-12T16:52:46',NULL,'2024-12-12T16:19:46','2025-12-12T16:52:46',0,'');
INSERT INTO "FinishedModule" VALUES(20100,52,2,'2024-12-31T09:59:52',NULL,'2024-12-31T09:10:52','2026-12-31T09:59:52',0,'');
INSERT INTO "FinishedModule" VALUES(20101,13,2,'2025-01-16T20:23:24',NULL,'2025-01-16T19:54:24','2027-01-16T20:23:24',0,'');
INSERT INTO "FinishedModule" VALUES(20102,21,8,'2025-01-20T17:55:33',NULL,'2025-01-20T17:19:33','2026-01-20T17:55:33',0,'');
INSERT INTO "FinishedModule" VALUES(20103,48,2,'2025-01-28T11:54:05',NULL,'2025-01-28T10:44:05','2027-01-28T11:54:05',0,'');
INSERT INTO "FinishedModule" VALUES(20104,35,13,'2025-02-03T14:56:00',NULL,'2025-02-03T14:20:00','2027-02-03T14:56:00',0,'');
INSERT INTO "FinishedModule" VALUES(20105,8,2,'2025-02-11T18:41:20',NULL,'2025-02-11T18:15:20','2027-02-11T18:41:20',0,'');
INSERT INTO "FinishedModule" VALUES(20106,29,3,'2025-02-17T11:58:49',NULL,'2025-02-17T11:04:49','2028-02-17T11:58:49',0,'');
INSERT INTO "FinishedModule" VALUES(20107,17,2,'2025-02-24T20:32:04',NULL,'2025-02-24T20:02:04','2027-02-24T20:32:04',0,'');
INSERT INTO "FinishedModule" VALUES(20108,51,12,'2025-02-28T14:37:00',NULL,'2025-02-28T14:05:00','2028-02-28T14:37:00',1,'');
INSERT INTO "FinishedModule" VALUES(20109,36,8,'2025-03-09T12:00:00',NULL,'2025-03-09T11:30:00','2026-03-09T12:00:00',0,'');
INSERT INTO "FinishedModule" VALUES(20110,24,9,'2025-03-11T22:00:00',16,'2025-03-11T19:00:00','2026-03-11T22:00:00',1,'');
INSERT INTO "FinishedModule" VALUES(20111,28,9,'2025-03-11T22:00:00',16,'2025-03-11T19:00:00','2026-03-11T22:00:00',1,'');
INSERT INTO "FinishedModule" VALUES(20112,35,9,'2025-03-11T22:00:00',16,'2025-03-11T19:00:00','2026-03-11T22:00:00',1,'');
INSERT INTO "FinishedModule" VALUES(20113,40,8,'2025-03-20T17:17:36',NULL,'2025-03-20T16:32:36','2026-03-20T17:17:36',0,'');
INSERT INTO "FinishedModule" VALUES(20114,27,2,'2025-03-30T18:20:46',NULL,'2025-03-30T17:43:46','2027-03-30T18:20:46',0,'');
INSERT INTO "FinishedModule" VALUES(20115,19,13,'2025-03-31T16:35:00',NULL,'2025-03-31T15:50:00','2027-03-31T16:35:00',0,'');
INSERT INTO "FinishedModule" VALUES(20116,35,3,'2025-04-08T20:40:24',NULL,'2025-04-08T19:33:24','2028-04-08T20:40:24',0,'');
INSERT INTO "FinishedModule" VALUES(20117,49,8,'2025-04-10T14:59:15',NULL,'2025-04-10T13:49:15','2026-04-10T14:59:15',0,'');
INSERT INTO "FinishedModule" VALUES(20118,19,8,'2025-04-14T16:01:40',NULL,'2025-04-14T15:19:40','2026-04-14T16:01:40',0,'');
INSERT INTO "FinishedModule" VALUES(20119,23,8,'2025-05-02T10:04:28',NULL,'2025-05-02T09:36:28','2026-05-02T10:04:28',0,'');
INSERT INTO "FinishedModule" VALUES(20120,46,2,'2025-05-05T10:38:36',NULL,'2025-05-05T10:11:36','2027-05-05T10:38:36',0,'');
INSERT INTO "FinishedModule" VALUES(20121,19,4,'2025-05-19T16:30:00',2,'2025-05-12T09:00:00','2026-05-19T16:30:00',1,'');
INSERT INTO "FinishedModule" VALUES(20122,27,4,'2025-05-19T16:30:00',2,'2025-05-12T09:00:00','2026-05-19T16:30:00',1,'');
INSERT INTO "FinishedModule" VALUES(20123,30,4,'2025-05-19T16:30:00',2,'2025-05-12T09:00:00','2026-05-19T16:30:00',0,'');
INSERT INTO "FinishedModule" VALUES(20124,36,4,'2025-05-19T16:30:00',2,'2025-05-12T09:00:00','2026-05-19T16:30:00',1,'');
INSERT INTO "FinishedModule" VALUES(20125,7,5,'2025-05-20T16:30:00',5,'2025-05-20T09:00:00','2026-05-20T16:30:00',1,'');
INSERT INTO "FinishedModule" VALUES(20126,10,5,'2025-05-20T16:30:00',5,'2025-05-20T09:00:00','2026-05-20T16:30:00',1,'');
INSERT INTO "FinishedModule" VALUES(20127,13,5,'2025-05-20T16:30:00',5,'2025-05-20T09:00:00','2026-05-20T16:30:00',1,'');
INSERT INTO "FinishedModule" VALUES(20128,17,5,'2025-05-20T16:30:00',5,'2025-05-20T09:00:00','2026-05-20T16:30:00',1,'');
INSERT INTO "FinishedModule" VALUES(20129,43,5,'2025-05-20T16:30:00',5,'2025-05-20T09:00:00','2026-05-20T16:30:00',0,'');
INSERT INTO "FinishedModule" VALUES(20130,51,5,'2025-05-20T16:30:00',5,'2025-05-20T09:00:00','2026-05-20T16:30:00',1,'');
INSERT INTO "FinishedModule" VALUES(20131,45,1,'2025-06-03T15:14:57',NULL,'2025-06-03T14:37:57',NULL,0,'');
INSERT INTO "FinishedModule" VALUES(20132,29,14,'2025-06-05T10:53:00',NULL,'2025-06-05T09:56:00','2026-12-05T10:53:00',0,'');
INSERT INTO "FinishedModule" VALUES(20133,42,8,'2025-06-09T12:00:00',NULL,'2025-06-09T11:06:00','2026-06-09T12:00:00',0,'');
INSERT INTO "FinishedModule" VALUES(20134,29,8,'2025-06-09T12:00:01',NULL,'2025-06-09T10:53:01','2026-06-09T12:00:01',0,'');
INSERT INTO "FinishedModule" VALUES(20135,45,3,'2025-06-12T13:56:53',NULL,'2025-06-12T13:12:53','2028-06-12T13:56:53',0,'');
INSERT INTO "FinishedModule" VALUES(20136,20,2,'2025-06-24T15:06:27',NULL,'2025-06-24T14:26:27','2027-06-24T15:06:27',0,'');
INSERT INTO "FinishedModule" VALUES(20137,62,8,'2025-06-30T11:08:09',NULL,'2025-06-30T10:02:09','2026-06-30T11:08:09',0,'');
INSERT INTO "FinishedModule" VALUES(20138,17,3,'2025-07-14T19:11:03',NULL,'2025-07-14T18:02:03','2028-07-14T19:11:03',0,'');
INSERT INTO "FinishedModule" VALUES(20139,28,8,'2025-07-21T19:05:56',NULL,'2025-07-21T18:07:56','2026-07-21T19:05:56',0,'');
INSERT INTO "FinishedModule" VALUES(20140,15,2,'2025-08-19T20:29:55',NULL,'2025-08-19T20:03:55','2027-08-19T20:29:55',0,'');
INSERT INTO "FinishedModule" VALUES(20141,17,9,'2025-08-31T12:00:00',NULL,NULL,'2026-02-28T12:00:00',1,'');
INSERT INTO "FinishedModule" VALUES(20142,44,2,'2025-08-31T17:54:37',NULL,'2025-08-31T16:45:37','2027-08-31T17:54:37',0,'');
INSERT INTO "FinishedModule" VALUES(20143,59,1,'2025-09-02T20:28:50',NULL,'2025-09-02T20:04:50',NULL,0,'');
INSERT INTO "FinishedModule" VALUES(20144,59,3,'2025-09-08T15:34:29',NULL,'2025-09-08T14:53:29','2028-09-08T15:34:29',0,'');
INSERT INTO "FinishedModule" VALUES(20145,20,10,'2025-09-08T17:00:00',19,'2025-09-08T13:00:00','2028-09-08T17:00:00',1,'');
INSERT INTO "FinishedModule" VALUES(20146,24,10,'2025-09-08T17:00:00',19,'2025-09-08T13:00:00','2028-09-08T17:00:00',0,'');
INSERT INTO "FinishedModule" VALUES(20147,27,10,'2025-09-08T17:00:00',19,'2025-09-08T13:00:00','2028-09-08T17:00:00',1,'');
INSERT INTO "FinishedModule" VALUES(20148,52,10,'2025-09-08T17:00:00',19,'2025-09-08T13:00:00','2028-09-08T17:00:00',1,'');
INSERT INTO "FinishedModule" VALUES(20149,59,8,'2025-09-09T13:46:00',NULL,'2025-09-09T13:25:00','2026-09-09T13:46:00',0,'');
INSERT INTO "FinishedModule" VALUES(20150,59,2,'2025-09-11T20:07:55',NULL,'2025-09-11T19:25:55','2027-09-11T20:07:55',0,'');
INSERT INTO "FinishedModule" VALUES(20151,54,1,'2025-09-16T12:39:16',NULL,'2025-09-16T12:13:16',NULL,0,'');
INSERT INTO "FinishedModule" VALUES(20152,35,2,'2025-09-17T12:17:13',NULL,'2025-09-17T11:56:13','2027-09-17T12:17:13',0,'');
INSERT INTO "FinishedModule" VALUES(20153,22,8,'2025-09-29T15:15:04',NULL,'2025-09-29T14:07:04','2026-09-29T15:15:04',0,'');
INSERT INTO "FinishedModule" VALUES(20154,54,8,'2025-10-01T09:42:18',NULL,'2025-10-01T09:10:18','2026-10-01T09:42:18',0,'');
INSERT INTO "FinishedModule" VALUES(20155,26,1,'2025-10-02T19:25:10',NULL,'2025-10-02T18:38:10',NULL,0,'');
INSERT INTO "FinishedModule" VALUES(20156,26,2,'2025-10-03T12:31:13',NULL,'2025-10-03T12:01:13','2027-10-03T12:31:13',0,'');
INSERT INTO "FinishedModule" VALUES(20157,11,15,'2025-10-06T12:30:00',23,'2025-09-15T09:00:00',NULL,1,'');
INSERT INTO "FinishedModule" VALUES(20158,34,15,'2025-10-06T12:30:00',23,'2025-09-15T09:00:00',NULL,0,'');
INSERT INTO "FinishedModule" VALUES(20159,50,15,'2025-10-06T12:30:00',23,'2025-09-15T09:00:00',NULL,1,'');
INSERT INTO "FinishedModule" VALUES(20160,51,15,'2025-10-06T12:30:00',23,'2025-09-15T09:00:00',NULL,1,'');
INSERT INTO "FinishedModule" VALUES(20161,52,15,'2025-10-06T12:30:00',23,'2025-09-15T09:00:00',NULL,1,'');
INSERT INTO "FinishedModule" VALUES(20162,53,15,'2025-10-06T12:30:00',23,'2025-09-15T09:00:00',NULL,1,'');
INSERT INTO "FinishedModule" VALUES(20163,5,2,'2025-10-07T15:59:29',NULL,'2025-10-07T15:05:29','2027-10-07T15:59:29',0,'');
INSERT INTO "FinishedModule" VALUES(20164,26,8,'2025-10-10T15:13:08',NULL,'2025-10-10T14:36:08','2026-10-10T15:13:08',0,'');
INSERT INTO "FinishedModule" VALUES(20165,52,3,'2025-10-21T08:25:42',NULL,'2025-10-21T07:12:42','2028-10-21T08:25:42',0,'');
INSERT INTO "FinishedModule" VALUES(20166,29,6,'2025-10-26T02:45:00',9,'2025-10-25T22:00:00','2026-10-26T02:45:00',0,'');
INSERT INTO "FinishedModule" VALUES(20167,20,6,'2025-10-26T04:30:00',9,'2025-10-25T22:00:00','2026-10-26T04:30:00',0,'');
INSERT INTO "FinishedModule" VALUES(20168,27,6,'2025-10-26T04:30:00',9,'2025-10-25T22:00:00','2026-10-26T04:30:00',0,'');
INSERT INTO "FinishedModule" VALUES(20169,31,6,'2025-10-26T04:30:00',9,'2025-10-25T22:00:00','2026-10-26T04:30:00',0,'');
INSERT INTO "FinishedModule" VALUES(20170,30,2,'2025-11-05T14:30:00',NULL,'2025-11-05T14:10:00','2027-11-05T14:30:00',0,'');
INSERT INTO "FinishedModule" VALUES(20171,21,17,'2025-11-06T22:15:00',27,'2025-11-06T20:00:00',NULL,0,'');
INSERT INTO "FinishedModule" VALUES(20172,26,17,'2025-11-06T22:15:00',27,'2025-11-06T20:00:00',NULL,0,'');
INSERT INTO "FinishedModule" VALUES(20173,44,17,'2025-11-06T22:15:00',27,'2025-11-06T20:00:00',NULL,0,'');
INSERT INTO "FinishedModule" VALUES(20174,32,8,'2025-11-11T20:22:32',NULL,'2025-11-11T19:14:32','2026-11-11T20:22:32',0,'');
INSERT INTO "FinishedModule" VALUES(20175,12,2,'2025-11-12T08:45:00',NULL,'2025-11-12T07:39:00','2027-11-12T08:45:00',0,'');
INSERT INTO "FinishedModule" VALUES(20176,39,2,'2025-11-25T19:33:05',NULL,'2025-11-25T19:06:05','2027-11-25T19:33:05',0,'');
INSERT INTO "FinishedModule" VALUES(20177,27,14,'2025-12-02T17:59:00',NULL,'2025-12-02T16:53:00','2027-06-02T17:59:00',0,'');
INSERT INTO "FinishedModule" VALUES(20178,22,2,'2025-12-08T10:07:50',NULL,'2025-12-08T09:40:50','2027-12-08T10:07:50',0,'');
INSERT INTO "FinishedModule" VALUES(20179,53,16,'2025-12-11T21:00:00',25,'2025-12-11T19:30:00',NULL,0,'');
INSERT INTO "FinishedModule" VALUES(20180,26,2147483671,'2025-12-19T15:00:00',NULL,'2025-10-01T09:00:00',NULL,0,'');
INSERT INTO "FinishedModule" VALUES(20181,53,2,'2025-12-30T10:35:02',NULL,'2025-12-30T09:48:02','2027-12-30T10:35:02',0,'');
INSERT INTO "FinishedModule" VALUES(20182,35,9,'2026-01-15T22:00:00',17,'2026-01-15T19:00:00','2027-01-15T22:00:00',1,'');
INSERT INTO "FinishedModule" VALUES(20183,39,9,'2026-01-15T22:00:00',17,'2026-01-15T19:00:00','2027-01-15T22:00:00',1,'');
INSERT INTO "FinishedModule" VALUES(20184,41,9,'2026-01-15T22:00:00',17,'2026-01-15T19:00:00','2027-01-15T22:00:00',0,'');
INSERT INTO "FinishedModule" VALUES(20185,52,9,'2026-01-15T22:00:00',17,'2026-01-15T19:00:00','2027-01-15T22:00:00',1,'');
INSERT INTO "FinishedModule" VALUES(20186,19,7,'2026-01-20T16:30:00',12,'2026-01-20T09:00:00','2028-01-20T16:30:00',1,'');
INSERT INTO "FinishedModule" VALUES(20187,22,7,'2026-01-22T10:15:00',NULL,NULL,'2028-01-22T10:15:00',0,'');
INSERT INTO "FinishedModule" VALUES(20188,25,1,'2026-02-03T17:57:58',NULL,'2026-02-03T16:59:58',NULL,0,'');
INSERT INTO "FinishedModule" VALUES(20189,44,8,'2026-02-19T19:04:50',NULL,'2026-02-19T18:33:50','2027-02-19T19:04:50',0,'');
INSERT INTO "FinishedModule" VALUES(30001,49,21,'2019-04-01T10:00:00',NULL,NULL,NULL,0,'');
CREATE TABLE LearningModule (
    key                    INTEGER PRIMARY KEY CHECK (key = id + iif(type = 'Learning', 0, 2147483648)),
    type                   TEXT    NOT NULL CHECK (type IN ('Learning', 'Longterm')),
    id                     INTEGER NOT NULL CHECK (id BETWEEN 1 AND 2147483647),
    code                   TEXT    NOT NULL UNIQUE CHECK (code <> ''),
    title                  TEXT    NOT NULL CHECK (title <> ''),
    step                   INTEGER NOT NULL REFERENCES step,
    category               INTEGER NOT NULL,
    version                TEXT    NOT NULL DEFAULT '',
    description            TEXT    NOT NULL DEFAULT '',
    image                  TEXT    NOT NULL DEFAULT '',
    image_name             TEXT    NOT NULL DEFAULT '',
    is_mandatory           INTEGER NOT NULL DEFAULT 0 CHECK (is_mandatory IN (0, 1)),
    is_active              INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
    is_visible_in_catalog  INTEGER NOT NULL DEFAULT 1 CHECK (is_visible_in_catalog IN (0, 1)),
    costs                  INTEGER,
    validity_months        INTEGER CHECK (validity_months > 0),
    has_certificate        INTEGER NOT NULL DEFAULT 0 CHECK (has_certificate IN (0, 1)),
    UNIQUE (type, id),
    UNIQUE (key, type),
    FOREIGN KEY (category, step) REFERENCES category (id, step)
) STRICT;
INSERT INTO "LearningModule" VALUES(1,'Learning',1,'WELKOM','Welkom bij De Veenhof',1,1,'1.2','<p>Maak kennis met onze organisatie, onze <em>locaties</em> en de mensen met wie je werkt.</p>','images/welkom.png','Welkom',1,1,1,NULL,NULL,0);
INSERT INTO "LearningModule" VALUES(2,'Learning',2,'AVG','Privacy en informatieveiligheid',1,2,'2026.1','<p>Wat mag je delen, met wie, en hoe? Over de AVG, je wachtwoord en het <strong>melden van een datalek</strong>.</p><ul><li>Duur: 45 minuten</li><li>Toets: 10 vragen</li></ul>','images/privacy.png','Slot',1,1,1,0,24,0);
INSERT INTO "LearningModule" VALUES(3,'Learning',3,'MELDCODE','Gedragscode & meldcode',1,2,'3','<p>Gewenst gedrag, ongewenst gedrag en de vijf stappen van de meldcode huiselijk geweld en kindermishandeling.</p>','images/meldcode.png','Gesprek',1,1,1,NULL,36,0);
INSERT INTO "LearningModule" VALUES(4,'Learning',4,'BHV-BASIS','BHV basis',2,3,'2025','<p>Tweedaagse basisopleiding bedrijfshulpverlening: levensreddend handelen, brand en ontruiming.</p><p>Neem een <strong>geldig legitimatiebewijs</strong> mee.</p>','images/bhv.png','Helm',0,1,1,24500,12,1);
INSERT INTO "LearningModule" VALUES(5,'Learning',5,'BHV-HERH','BHV herhaling',2,3,'2025','<p>Eén dag om je BHV-diploma te verlengen. Vereist: <em>BHV basis</em>.</p>','images/bhv.png','Helm',0,1,1,14500,12,1);
INSERT INTO "LearningModule" VALUES(6,'Learning',6,'BRAND-NACHT','Ontruimen in de nacht',2,3,'1','<p>Met twee collega''s een afdeling ontruimen terwijl iedereen slaapt: we oefenen het &apos;s nachts, op locatie.</p>','images/brand.png','Vlam',0,1,1,0,12,0);
INSERT INTO "LearningModule" VALUES(7,'Learning',7,'TIL','Tillen en transfers',2,4,'4.0','<p>Werken met tillift, glijzeil en transferplank &ndash; zonder je rug te belasten.</p>','images/tillen.jpg','Tillift',1,1,1,6000,24,1);
INSERT INTO "LearningModule" VALUES(8,'Learning',8,'HYGIENE','Infectiepreventie',2,5,'2025.2','<p>Handhygiëne, beschermingsmiddelen en isolatie. Elk jaar opnieuw.</p>','images/hygiene.png','Druppel',1,1,1,NULL,12,0);
INSERT INTO "LearningModule" VALUES(9,'Learning',9,'REANIMATIE','Reanimatie en AED',2,3,'ERC 2025','<p>Volgens de richtlijnen van 2025. Wordt gegeven door <a href="https://www.levensteken.example/">Levensteken</a>.</p>','images/reanimatie.png','Hart',0,1,1,8950,12,1);
INSERT INTO "LearningModule" VALUES(10,'Learning',10,'INJECTEREN','Injecteren',3,6,'2.1','<p>Subcutaan en intramusculair injecteren: praktijktoets in het skillslab.</p>','images/injecteren.png','Spuit',1,1,1,17500,36,1);
INSERT INTO "LearningModule" VALUES(11,'Learning',11,'KATHETER','Katheteriseren',3,6,'2.0','<p>Blaaskatheterisatie bij de vrouw en bij de man. Na afloop een praktijktoets.</p>','images/injecteren.png','Spuit',0,1,1,17500,36,1);
INSERT INTO "LearningModule" VALUES(12,'Learning',12,'VBH-THEORIE','Voorbehouden handelingen: theorie',3,6,'5','<p>De Wet BIG, bevoegd &amp; bekwaam, en de theorie bij de meest voorkomende handelingen.</p>','https://media.deveenhof.example/leren/wet-big.jpg','Wetboek',1,1,1,3500,36,1);
INSERT INTO "LearningModule" VALUES(13,'Learning',13,'MEDICATIE','Medicatieveiligheid',3,7,'2024.3','<p>Van voorschrift tot toediening: de dubbele controle en het melden van fouten.</p>','images/medicatie.webp','Pillen',0,1,1,NULL,24,0);
INSERT INTO "LearningModule" VALUES(14,'Learning',14,'REKENEN','Medisch rekenen',3,7,'1.7','<p>Oefenen en toetsen: druppelsnelheid, verdunnen, eenheden (mg, ml, IE).</p><p>Slagen vanaf 80&nbsp;%.</p>','images/medicatie.webp','Pillen',0,1,1,1250,18,0);
INSERT INTO "LearningModule" VALUES(15,'Learning',15,'PALL-BASIS','Palliatieve zorg, basis',4,9,'2','<p>Drie dagdelen over de laatste levensfase, in het hospice en in het woonzorgcentrum.</p>','images/palliatief.jpg','Wilg',0,1,1,39000,NULL,1);
INSERT INTO "LearningModule" VALUES(16,'Learning',16,'PALL-GESPREK','Gesprekken rond het levenseinde',4,9,'1','<p>Online avond met acteur. Je krijgt de toegangscode in je agenda.</p>','images/palliatief.jpg','Wilg',0,1,1,4500,NULL,0);
INSERT INTO "LearningModule" VALUES(17,'Learning',17,'DEMENTIE','Omgaan met dementie',4,10,'2026','<p>Theatervoorstelling met nagesprek, ook voor <strong>mantelzorgers</strong> en vrijwilligers.</p>','images/dementie.png','Puzzel',0,1,1,2750,NULL,0);
INSERT INTO "LearningModule" VALUES(18,'Learning',18,'ONBEGREPEN','Onbegrepen gedrag',4,10,'1','<p>Kijken, begrijpen, anders doen: e-learning met een intervisiebijeenkomst.</p>','','',0,1,1,8000,24,0);
INSERT INTO "LearningModule" VALUES(19,'Learning',19,'LEIDING','Leidinggeven aan een zorgteam',4,11,'2026','<p>Leergang voor teammanagers, alleen op uitnodiging.</p>','images/leiding.png','Kompas',0,1,0,125000,NULL,1);
INSERT INTO "LearningModule" VALUES(20,'Learning',20,'SOEP','Rapporteren volgens SOEP',3,8,'','<p>Vervangen door instructie op de werkplek.</p>','images/dossier.png','Dossier',1,0,1,NULL,36,0);
INSERT INTO "LearningModule" VALUES(21,'Learning',21,'DOSSIER-OUD','Elektronisch dossier (versie tot 2024)',4,12,'2019','','','',0,0,0,0,NULL,0);
INSERT INTO "LearningModule" VALUES(2147483655,'Longterm',7,'BLOK-BHV','Blok bedrijfshulpverlening',2,3,'2025','<p>BHV basis, reanimatie en de jaarlijkse herhaling bij elkaar.</p>','images/bhv.png','Helm',0,1,1,47950,12,0);
INSERT INTO "LearningModule" VALUES(2147483660,'Longterm',12,'BLOK-VBH','Blok voorbehouden handelingen',3,6,'2','<p>Theorie en praktijk van alle voorbehouden handelingen, met afsluitend examen.</p>','images/blok.png','Bouwstenen',0,1,1,35000,36,1);
INSERT INTO "LearningModule" VALUES(2147483670,'Longterm',22,'BLOK-PALL','Leergang palliatieve zorg',4,9,'2026','<p>Vier dagen voor aandachtsvelders: van symptomen tot nazorg. <br/>Met een opdracht in je eigen team.</p>','images/palliatief.jpg','Wilg',0,1,1,119500,60,1);
INSERT INTO "LearningModule" VALUES(2147483671,'Longterm',23,'BLOK-INWERK','Inwerkprogramma',1,1,'7','<p>Alles wat je in de eerste honderd dagen doet, in de goede volgorde.</p>','images/welkom.png','Welkom',1,1,1,NULL,NULL,0);
CREATE TABLE LearningModuleTasks (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    module    INTEGER NOT NULL REFERENCES LearningModule,
    task      INTEGER NOT NULL REFERENCES LearningTasks,
    position  INTEGER NOT NULL DEFAULT 0,
    UNIQUE (module, task)
) STRICT;
INSERT INTO "LearningModuleTasks" VALUES(1,2,103,1);
INSERT INTO "LearningModuleTasks" VALUES(2,2,104,2);
INSERT INTO "LearningModuleTasks" VALUES(3,4,107,2);
INSERT INTO "LearningModuleTasks" VALUES(4,4,106,1);
INSERT INTO "LearningModuleTasks" VALUES(5,5,107,2);
INSERT INTO "LearningModuleTasks" VALUES(6,5,106,1);
INSERT INTO "LearningModuleTasks" VALUES(7,2147483670,124,2);
INSERT INTO "LearningModuleTasks" VALUES(8,2147483670,121,1);
INSERT INTO "LearningModuleTasks" VALUES(9,2147483660,114,1);
INSERT INTO "LearningModuleTasks" VALUES(10,2147483660,115,2);
INSERT INTO "LearningModuleTasks" VALUES(11,6,108,1);
INSERT INTO "LearningModuleTasks" VALUES(12,6,109,2);
INSERT INTO "LearningModuleTasks" VALUES(13,17,122,1);
INSERT INTO "LearningModuleTasks" VALUES(14,8,112,1);
INSERT INTO "LearningModuleTasks" VALUES(15,10,114,1);
INSERT INTO "LearningModuleTasks" VALUES(16,11,115,1);
INSERT INTO "LearningModuleTasks" VALUES(17,13,117,1);
INSERT INTO "LearningModuleTasks" VALUES(18,3,105,1);
INSERT INTO "LearningModuleTasks" VALUES(19,18,123,1);
INSERT INTO "LearningModuleTasks" VALUES(20,15,119,1);
INSERT INTO "LearningModuleTasks" VALUES(21,15,120,2);
INSERT INTO "LearningModuleTasks" VALUES(22,9,113,1);
INSERT INTO "LearningModuleTasks" VALUES(23,14,118,1);
INSERT INTO "LearningModuleTasks" VALUES(24,20,125,1);
INSERT INTO "LearningModuleTasks" VALUES(25,7,110,1);
INSERT INTO "LearningModuleTasks" VALUES(26,7,111,2);
INSERT INTO "LearningModuleTasks" VALUES(27,12,116,1);
INSERT INTO "LearningModuleTasks" VALUES(28,1,101,1);
INSERT INTO "LearningModuleTasks" VALUES(29,1,102,2);
CREATE TABLE LearningTasks (
    id     INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 2147483647),
    code   TEXT    NOT NULL UNIQUE CHECK (code <> ''),
    title  TEXT    NOT NULL CHECK (title <> ''),
    kind   TEXT    NOT NULL DEFAULT ''
) STRICT;
INSERT INTO "LearningTasks" VALUES(101,'W-FILM','Film: een dag op De Veenhof','Film');
INSERT INTO "LearningTasks" VALUES(102,'W-QUIZ','Kennismakingsquiz','Toets');
INSERT INTO "LearningTasks" VALUES(103,'AVG-ELEARN','Privacy in de zorg','E-learning');
INSERT INTO "LearningTasks" VALUES(104,'AVG-TOETS','Toets informatieveiligheid','Toets');
INSERT INTO "LearningTasks" VALUES(105,'MC-ELEARN','De vijf stappen','E-learning');
INSERT INTO "LearningTasks" VALUES(106,'BHV-EHBO','Levensreddend handelen','Contactmoment');
INSERT INTO "LearningTasks" VALUES(107,'BHV-BRAND','Brand en ontruiming','Contactmoment');
INSERT INTO "LearningTasks" VALUES(108,'BN-BRIEF','Briefing','Contactmoment');
INSERT INTO "LearningTasks" VALUES(109,'BN-OEFEN','Oefening op de afdeling','Contactmoment');
INSERT INTO "LearningTasks" VALUES(110,'TIL-PRAK','Praktijk: tillift en glijzeil','Contactmoment');
INSERT INTO "LearningTasks" VALUES(111,'TIL-TOETS','Praktijktoets transfers','Toets');
INSERT INTO "LearningTasks" VALUES(112,'HYG-ELEARN','Handhygiëne & isolatie','E-learning');
INSERT INTO "LearningTasks" VALUES(113,'REA-PRAK','Reanimeren op de pop','Contactmoment');
INSERT INTO "LearningTasks" VALUES(114,'INJ-SKILLS','Skillslab injecteren','Contactmoment');
INSERT INTO "LearningTasks" VALUES(115,'KAT-SKILLS','Skillslab katheteriseren','Contactmoment');
INSERT INTO "LearningTasks" VALUES(116,'VBH-ELEARN','De Wet BIG in de praktijk','E-learning');
INSERT INTO "LearningTasks" VALUES(117,'MED-ELEARN','Van voorschrift tot toediening','E-learning');
INSERT INTO "LearningTasks" VALUES(118,'REK-TOETS','Rekentoets','Toets');
INSERT INTO "LearningTasks" VALUES(119,'PAL-DAG1','Symptomen en zorg','Contactmoment');
INSERT INTO "LearningTasks" VALUES(120,'PAL-DAG2','Rouw en nazorg','Contactmoment');
INSERT INTO "LearningTasks" VALUES(121,'PAL-OPDR','Opdracht in je team','Opdracht');
INSERT INTO "LearningTasks" VALUES(122,'DEM-VOORST','Voorstelling met nagesprek','Contactmoment');
INSERT INTO "LearningTasks" VALUES(123,'OG-ELEARN','Kijken en begrijpen','E-learning');
INSERT INTO "LearningTasks" VALUES(124,'LPZ-DAG','Leergangdag','Contactmoment');
INSERT INTO "LearningTasks" VALUES(125,'SOEP-DOC','Naslag SOEP','');
CREATE TABLE absence (
    id            INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 2147483647),
    person        INTEGER NOT NULL REFERENCES person,
    class         INTEGER NOT NULL REFERENCES class,
    created_at    TEXT    NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%S', created_at)),
    task          INTEGER REFERENCES LearningTasks,
    reason        TEXT    NOT NULL CHECK (reason <> ''),
    public_costs  INTEGER NOT NULL DEFAULT 0,
    hidden_costs  INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO "absence" VALUES(301,36,1,'2023-10-04T17:10:00',NULL,'Zonder bericht afwezig',24500,8000);
INSERT INTO "absence" VALUES(302,38,1,'2023-10-04T17:10:00',NULL,'Ziek',0,0);
INSERT INTO "absence" VALUES(303,57,11,'2024-02-29T08:05:00',NULL,'Vakantie',6000,0);
INSERT INTO "absence" VALUES(304,37,19,'2025-09-08T17:30:00',114,'Trein viel uit',0,4400);
INSERT INTO "absence" VALUES(305,34,23,'2025-09-15T17:00:00',119,'Uitvaart van een bewoner',0,13000);
INSERT INTO "absence" VALUES(307,34,23,'2025-10-06T13:00:00',120,'Ziek',0,13000);
INSERT INTO "absence" VALUES(308,11,23,'2025-10-06T13:00:00',NULL,'Rooster: onderbezetting',13000,0);
INSERT INTO "absence" VALUES(309,27,25,'2025-12-11T22:00:00',NULL,'Verbinding lukte niet',0,0);
INSERT INTO "absence" VALUES(310,43,17,'2026-01-16T09:00:00',113,'Zonder bericht afwezig',8950,3500);
INSERT INTO "absence" VALUES(311,28,12,'2026-01-20T17:05:00',110,'Ziek kind',6000,2275);
INSERT INTO "absence" VALUES(312,28,12,'2026-01-20T17:05:00',111,'Ziek kind',0,2275);
INSERT INTO "absence" VALUES(313,11,30,'2026-02-05T17:00:00',124,'Rooster: onderbezetting',0,29875);
INSERT INTO "absence" VALUES(314,50,2,'2025-05-12T17:00:00',106,'Ziek',0,12250);
CREATE TABLE account_level (
    id          INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 2147483647),
    name        TEXT    NOT NULL UNIQUE CHECK (name <> ''),
    is_default  INTEGER NOT NULL DEFAULT 0 CHECK (is_default IN (0, 1))
) STRICT;
INSERT INTO "account_level" VALUES(1,'ADMIN',0);
INSERT INTO "account_level" VALUES(2,'TRAINER',0);
INSERT INTO "account_level" VALUES(3,'LEARNER',1);
INSERT INTO "account_level" VALUES(4,'MANAGER',0);
INSERT INTO "account_level" VALUES(5,'PLANNER',0);
INSERT INTO "account_level" VALUES(6,'COACH',0);
INSERT INTO "account_level" VALUES(7,'AUTHOR',0);
INSERT INTO "account_level" VALUES(8,'REPORTER',0);
CREATE TABLE block_course (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    block        INTEGER NOT NULL,
    block_type   TEXT    NOT NULL DEFAULT 'Longterm' CHECK (block_type = 'Longterm'),
    course       INTEGER NOT NULL,
    course_type  TEXT    NOT NULL DEFAULT 'Learning' CHECK (course_type = 'Learning'),
    position     INTEGER NOT NULL DEFAULT 0,
    UNIQUE (block, course),
    FOREIGN KEY (block, block_type) REFERENCES LearningModule (key, type),
    FOREIGN KEY (course, course_type) REFERENCES LearningModule (key, type)
) STRICT;
INSERT INTO "block_course" VALUES(1,2147483655,'Longterm',4,'Learning',1);
INSERT INTO "block_course" VALUES(2,2147483655,'Longterm',5,'Learning',3);
INSERT INTO "block_course" VALUES(3,2147483655,'Longterm',9,'Learning',2);
INSERT INTO "block_course" VALUES(4,2147483671,'Longterm',2,'Learning',2);
INSERT INTO "block_course" VALUES(5,2147483671,'Longterm',8,'Learning',4);
INSERT INTO "block_course" VALUES(6,2147483671,'Longterm',3,'Learning',3);
INSERT INTO "block_course" VALUES(7,2147483671,'Longterm',1,'Learning',1);
INSERT INTO "block_course" VALUES(8,2147483670,'Longterm',15,'Learning',1);
INSERT INTO "block_course" VALUES(9,2147483670,'Longterm',16,'Learning',2);
INSERT INTO "block_course" VALUES(10,2147483660,'Longterm',10,'Learning',2);
INSERT INTO "block_course" VALUES(11,2147483660,'Longterm',11,'Learning',3);
INSERT INTO "block_course" VALUES(12,2147483660,'Longterm',12,'Learning',1);
CREATE TABLE category (
    id            INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 2147483647),
    step          INTEGER NOT NULL REFERENCES step,
    title         TEXT    NOT NULL CHECK (title <> ''),
    position      INTEGER NOT NULL DEFAULT 0,
    UNIQUE (step, title),
    UNIQUE (id, step)
) STRICT;
INSERT INTO "category" VALUES(1,1,'Introductie',1);
INSERT INTO "category" VALUES(2,1,'Gedrag en privacy',2);
INSERT INTO "category" VALUES(3,2,'Noodsituaties',1);
INSERT INTO "category" VALUES(4,2,'Fysieke belasting',2);
INSERT INTO "category" VALUES(5,2,'Hygiëne en infectiepreventie',2);
INSERT INTO "category" VALUES(6,3,'Voorbehouden handelingen',1);
INSERT INTO "category" VALUES(7,3,'Medicatie',2);
INSERT INTO "category" VALUES(8,3,'Introductie',0);
INSERT INTO "category" VALUES(9,4,'Palliatieve zorg',1);
INSERT INTO "category" VALUES(10,4,'Dementie en gedrag',2);
INSERT INTO "category" VALUES(11,4,'Leiderschap',3);
INSERT INTO "category" VALUES(12,4,'Vervallen aanbod',9);
INSERT INTO "category" VALUES(13,1,'Nog te vullen',9);
CREATE TABLE class (
    id                      INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 2147483647),
    code                    TEXT    NOT NULL UNIQUE CHECK (code <> ''),
    training                INTEGER NOT NULL REFERENCES LearningModule,
    name                    TEXT    NOT NULL CHECK (name <> ''),
    person_group            INTEGER REFERENCES person_group,
    min_persons             INTEGER CHECK (min_persons >= 0),
    max_persons             INTEGER CHECK (max_persons >= 0 AND (min_persons IS NULL OR min_persons <= max_persons)),
    memo                    TEXT    NOT NULL DEFAULT '',
    show_memo_in_report     INTEGER NOT NULL DEFAULT 0 CHECK (show_memo_in_report IN (0, 1)),
    is_visible_in_catalog   INTEGER NOT NULL DEFAULT 1 CHECK (is_visible_in_catalog IN (0, 1)),
    is_visible_in_calendar  INTEGER NOT NULL DEFAULT 1 CHECK (is_visible_in_calendar IN (0, 1)),
    offer_externally        INTEGER NOT NULL DEFAULT 0 CHECK (offer_externally IN (0, 1)),
    is_archived             INTEGER NOT NULL DEFAULT 0 CHECK (is_archived IN (0, 1)),
    is_cancelled            INTEGER NOT NULL DEFAULT 0 CHECK (is_cancelled IN (0, 1)),
    filter_by_division      INTEGER NOT NULL DEFAULT 0 CHECK (filter_by_division IN (0, 1)),
    has_waiting_list        INTEGER NOT NULL DEFAULT 0 CHECK (has_waiting_list IN (0, 1)),
    waiting_list_capacity   INTEGER CHECK (waiting_list_capacity >= 0),
    edit_deadline           TEXT    CHECK (edit_deadline IS strftime('%Y-%m-%dT%H:%M:%S', edit_deadline)),
    registration_deadline   TEXT    CHECK (registration_deadline IS strftime('%Y-%m-%dT%H:%M:%S', registration_deadline)),
    lock_days_till_start    INTEGER CHECK (lock_days_till_start >= 0),
    completion_type         TEXT    NOT NULL DEFAULT 'Normal' CHECK (completion_type IN ('Normal', 'Stream', 'ETicket')),
    is_under_construction   INTEGER NOT NULL DEFAULT 0 CHECK (is_under_construction IN (0, 1)),
    -- When its first contact moment starts, kept by the triggers below; a class without one begins 'never',
    -- which sorts after every datetime. "A class *has begun* when its first contact moment has."
    begins                  TEXT    NOT NULL DEFAULT 'never',
    -- "the datetime on which access opens (start of the first contact moment minus that many days), nil
    -- when unset or without contact moments"
    content_opens           TEXT    GENERATED ALWAYS AS
                            (strftime('%Y-%m-%dT%H:%M:%S', begins, '-' || lock_days_till_start || ' days')) VIRTUAL,
    UNIQUE (id, training)
) STRICT;
INSERT INTO "class" VALUES(1,'BHVB-1',4,'BHV basis, groep 1',NULL,6,12,'',0,1,1,0,1,0,0,0,NULL,NULL,NULL,NULL,'Normal',0,'2023-10-03T09:00:00');
INSERT INTO "class" VALUES(2,'BHVB-2',4,'BHV basis, groep 2',NULL,3,5,'',0,1,1,0,0,0,0,1,4,NULL,NULL,NULL,'Normal',0,'2025-05-12T09:00:00');
INSERT INTO "class" VALUES(3,'BHVB-3',4,'BHV basis, groep 3',NULL,6,12,'<p>Lunch besteld voor <strong>10</strong> personen.</p>',1,1,1,0,0,0,0,0,NULL,'2026-02-23T17:00:00','2026-02-16T17:00:00',7,'Normal',0,'2026-03-02T09:00:00');
INSERT INTO "class" VALUES(4,'BHVB-4',4,'BHV basis, groep 4',NULL,3,4,'<p>Kleine groep in verband met de verbouwing van De Werf; zie mail van Özlem.</p>',0,1,1,0,0,0,0,1,3,'2026-04-06T00:00:00','2026-03-30T17:00:00',14,'Normal',0,'2026-04-13T09:00:00');
INSERT INTO "class" VALUES(5,'BHVH-1',5,'BHV herhaling, groep 1',NULL,6,12,'',0,1,1,0,0,0,0,0,NULL,NULL,NULL,NULL,'Normal',0,'2025-05-20T09:00:00');
INSERT INTO "class" VALUES(6,'BHVH-2',5,'BHV herhaling, groep 2',NULL,6,12,'<p>Vervallen: te weinig deelnemers.</p>',0,1,1,0,0,1,0,0,NULL,NULL,NULL,NULL,'Normal',0,'2025-11-18T09:00:00');
INSERT INTO "class" VALUES(7,'BHVH-3',5,'BHV herhaling, groep 3',NULL,2,3,'',0,1,1,0,0,0,0,1,NULL,'2026-03-10T00:00:00','2026-03-13T17:00:00',NULL,'Normal',0,'2026-03-17T09:00:00');
INSERT INTO "class" VALUES(8,'BHVH-4',5,'BHV herhaling, groep 4',NULL,NULL,NULL,'',0,1,1,0,0,0,0,0,NULL,'2026-06-02T00:00:00','2026-05-26T00:00:00',0,'Normal',0,'2026-06-09T09:00:00');
INSERT INTO "class" VALUES(9,'BRAND-1',6,'Nachtoefening Lindehof',NULL,NULL,8,'<p>Oefening met rook: geen echte melding.</p>',1,1,1,0,0,0,0,0,NULL,NULL,NULL,NULL,'Normal',0,'2025-10-25T22:00:00');
INSERT INTO "class" VALUES(10,'BRAND-2',6,'Nachtoefening ''t Veer',NULL,4,8,'<p>Oefening met rook: de brandweer weet ervan.</p>',0,1,1,0,0,0,0,0,NULL,'2026-03-29T00:00:00',NULL,30,'Normal',0,'2026-03-28T22:30:00');
INSERT INTO "class" VALUES(11,'TIL-1',7,'Tillen, groep 1',NULL,4,10,'',0,1,1,0,1,0,0,0,NULL,NULL,NULL,NULL,'Normal',0,'2024-02-29T09:00:00');
INSERT INTO "class" VALUES(12,'TIL-2',7,'Tillen, groep 2',NULL,4,10,'',0,1,1,0,0,0,0,0,NULL,NULL,NULL,NULL,'Normal',0,'2026-01-20T09:00:00');
INSERT INTO "class" VALUES(13,'TIL-3',7,'Tillen, ochtendgroep',NULL,4,10,'',0,1,1,0,0,0,0,0,NULL,NULL,'2026-03-02T00:00:00',NULL,'Normal',0,'2026-03-09T09:00:00');
INSERT INTO "class" VALUES(14,'TIL-4',7,'Tillen, middaggroep',NULL,0,8,'',0,1,1,0,0,0,0,0,NULL,'2026-03-09T00:00:00','2026-03-09T00:00:00',NULL,'Normal',0,'2026-03-09T13:30:00');
INSERT INTO "class" VALUES(15,'TIL-5',7,'Tillen, middaggroep (dubbel)',NULL,NULL,8,'<p>Per ongeluk twee keer ingevoerd.</p>',0,1,1,0,1,0,0,0,NULL,NULL,NULL,NULL,'Normal',0,'2026-03-23T13:30:00');
INSERT INTO "class" VALUES(16,'REA-1',9,'Reanimatie, groep 1',NULL,NULL,10,'',0,1,1,0,0,0,0,0,NULL,NULL,NULL,NULL,'Normal',0,'2025-03-11T19:00:00');
INSERT INTO "class" VALUES(17,'REA-2',9,'Reanimatie, groep 2',NULL,NULL,10,'',0,1,1,0,0,0,0,0,NULL,NULL,NULL,NULL,'Normal',0,'2026-01-15T19:00:00');
INSERT INTO "class" VALUES(18,'REA-3',9,'Reanimatie, groep 3',NULL,NULL,10,'',0,1,1,0,0,0,0,0,NULL,NULL,'2026-03-08T00:00:00',NULL,'ETicket',0,'2026-03-19T19:00:00');
INSERT INTO "class" VALUES(19,'INJ-1',10,'Injecteren, groep 1',NULL,3,6,'',0,1,1,0,0,0,0,0,NULL,NULL,NULL,NULL,'Normal',0,'2025-09-08T13:00:00');
INSERT INTO "class" VALUES(20,'INJ-2',10,'Injecteren, groep 2',NULL,3,6,'',0,1,1,0,0,0,0,0,NULL,NULL,NULL,NULL,'Normal',1,'2026-04-07T13:00:00');
INSERT INTO "class" VALUES(21,'KAT-1',11,'Katheteriseren, groep 1',NULL,4,6,'<p>Skillslab niet beschikbaar, nieuwe datum volgt.</p>',0,1,1,0,0,1,0,0,NULL,NULL,NULL,NULL,'Normal',0,'2026-05-11T09:00:00');
INSERT INTO "class" VALUES(22,'KAT-2',11,'Katheteriseren, datum volgt',NULL,4,6,'',0,1,1,0,0,0,0,1,10,NULL,NULL,21,'Normal',0,'never');
INSERT INTO "class" VALUES(23,'PALL-1',15,'Palliatieve zorg, groep 1',NULL,6,14,'',0,1,1,0,0,0,0,0,NULL,NULL,NULL,NULL,'Normal',0,'2025-09-15T09:00:00');
INSERT INTO "class" VALUES(24,'PALL-2',15,'Palliatieve zorg, besloten groep ''t Veer',3,6,14,'',0,0,1,0,0,0,1,0,NULL,NULL,NULL,NULL,'Normal',0,'2026-05-18T09:00:00');
INSERT INTO "class" VALUES(25,'PALLG-1',16,'Online avond',NULL,NULL,NULL,'',0,1,1,0,0,0,0,0,NULL,NULL,NULL,NULL,'Stream',0,'2025-12-11T19:30:00');
INSERT INTO "class" VALUES(26,'PALLG-2',16,'Online avond, herhaling',NULL,NULL,100,'',0,1,1,1,0,0,0,0,NULL,NULL,NULL,NULL,'Stream',0,'2026-03-26T19:30:00');
INSERT INTO "class" VALUES(27,'DEM-1',17,'Voorstelling "Kwijt"',NULL,20,60,'',0,1,1,0,0,0,0,0,NULL,NULL,NULL,NULL,'ETicket',0,'2025-11-06T20:00:00');
INSERT INTO "class" VALUES(28,'DEM-2',17,'Voorstelling "Kwijt", reprise',NULL,20,60,'',0,1,1,1,0,0,0,1,NULL,NULL,NULL,NULL,'ETicket',0,'2026-04-16T20:00:00');
INSERT INTO "class" VALUES(29,'LEID-1',19,'Teammanagers, eerste groep',4,4,8,'<p>Budget: bestuur, <em>niet</em> doorbelasten.</p>',0,0,0,0,0,0,0,0,NULL,NULL,NULL,NULL,'Normal',0,'2026-02-10T09:30:00');
INSERT INTO "class" VALUES(30,'LPZ-1',2147483670,'Leergang palliatieve zorg, groep 1',NULL,4,12,'',0,1,1,0,0,0,0,0,NULL,NULL,NULL,NULL,'Normal',0,'2026-01-08T09:30:00');
INSERT INTO "class" VALUES(31,'VBH-1',2147483660,'Voorbehouden handelingen, groep 1',NULL,4,10,'',0,1,1,0,0,0,0,1,0,NULL,'2026-04-14T17:00:00',14,'Normal',0,'2026-04-21T09:00:00');
INSERT INTO "class" VALUES(32,'ONB-1',18,'Intervisie onbegrepen gedrag',NULL,NULL,NULL,'',0,1,0,0,0,0,0,0,NULL,NULL,NULL,NULL,'Normal',1,'never');
INSERT INTO "class" VALUES(33,'SOEP-1',20,'Werkgroep SOEP',NULL,NULL,15,'',0,1,1,0,1,1,0,0,NULL,NULL,NULL,NULL,'Normal',0,'2024-04-09T10:00:00');
CREATE TABLE class_date (
    id                  INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 2147483647),
    class               INTEGER NOT NULL REFERENCES class,
    date                TEXT    NOT NULL CHECK (date IS strftime('%Y-%m-%d', date)),
    starts_at           TEXT    NOT NULL CHECK (starts_at IS strftime('%H:%M:%S', starts_at)),
    ends_at             TEXT    NOT NULL CHECK (ends_at IS strftime('%H:%M:%S', ends_at) AND ends_at > starts_at),
    location_name       TEXT    NOT NULL DEFAULT '',
    location_address    TEXT    NOT NULL DEFAULT '',
    meeting_id          INTEGER,
    task                INTEGER REFERENCES LearningTasks,
    stream_available    INTEGER NOT NULL DEFAULT 0 CHECK (stream_available IN (0, 1)),
    stream_password     TEXT    NOT NULL DEFAULT '',
    eticket_information TEXT    NOT NULL DEFAULT '',
    reservation_id      INTEGER,
    UNIQUE (class, date, starts_at),
    UNIQUE (id, class)
) STRICT;
INSERT INTO "class_date" VALUES(1001,1,'2023-10-03','09:00:00','16:30:00','Opleidingscentrum De Werf','Scheepswerf 40, 1297 CC Veendijk',NULL,NULL,0,'','',NULL);
INSERT INTO "class_date" VALUES(1002,1,'2023-10-04','09:00:00','16:30:00','Opleidingscentrum De Werf','Scheepswerf 40, 1297 CC Veendijk',NULL,NULL,0,'','',NULL);
INSERT INTO "class_date" VALUES(1003,2,'2025-05-12','09:00:00','16:30:00','Opleidingscentrum De Werf','Scheepswerf 40, 1297 CC Veendijk',NULL,106,0,'','',71001);
INSERT INTO "class_date" VALUES(1004,2,'2025-05-19','09:00:00','16:30:00','Opleidingscentrum De Werf','Scheepswerf 40, 1297 CC Veendijk',NULL,107,0,'','',71002);
INSERT INTO "class_date" VALUES(1005,3,'2026-03-02','09:00:00','16:30:00','Opleidingscentrum De Werf','Scheepswerf 40, 1297 CC Veendijk',NULL,106,0,'','',NULL);
INSERT INTO "class_date" VALUES(1006,3,'2026-03-16','09:00:00','16:30:00','Opleidingscentrum De Werf','Scheepswerf 40, 1297 CC Veendijk',NULL,107,0,'','',NULL);
INSERT INTO "class_date" VALUES(1007,4,'2026-04-13','09:00:00','16:30:00','Opleidingscentrum De Werf','Scheepswerf 40, 1297 CC Veendijk',NULL,NULL,0,'','',NULL);
INSERT INTO "class_date" VALUES(1008,4,'2026-04-20','09:00:00','16:30:00','Opleidingscentrum De Werf','Scheepswerf 40, 1297 CC Veendijk',NULL,NULL,0,'','',NULL);
INSERT INTO "class_date" VALUES(1009,5,'2025-05-20','09:00:00','16:30:00','Opleidingscentrum De Werf','Scheepswerf 40, 1297 CC Veendijk',NULL,NULL,0,'','',NULL);
INSERT INTO "class_date" VALUES(1010,6,'2025-11-18','09:00:00','16:30:00','Opleidingscentrum De Werf','Scheepswerf 40, 1297 CC Veendijk',NULL,NULL,0,'','',NULL);
INSERT INTO "class_date" VALUES(1011,7,'2026-03-17','09:00:00','16:30:00','Opleidingscentrum De Werf','Scheepswerf 40, 1297 CC Veendijk',NULL,107,0,'','',NULL);
INSERT INTO "class_date" VALUES(1012,8,'2026-06-09','09:00:00','16:30:00','Opleidingscentrum De Werf','Scheepswerf 40, 1297 CC Veendijk',NULL,NULL,0,'','',NULL);
INSERT INTO "class_date" VALUES(1013,9,'2025-10-25','22:00:00','23:30:00','Lindehof, leslokaal','Lindelaan 12, 1299 AA Oosterveen',NULL,108,0,'','',NULL);
INSERT INTO "class_date" VALUES(1014,9,'2025-10-26','02:30:00','04:30:00','Lindehof, afdeling Beuk','Lindelaan 12, 1299 AA Oosterveen',NULL,109,0,'','',NULL);
INSERT INTO "class_date" VALUES(1015,10,'2026-03-28','22:30:00','23:45:00','''t Veer, grote zaal','Veerdam 3, 1298 BB Veendijk',NULL,108,0,'','',NULL);
INSERT INTO "class_date" VALUES(1016,10,'2026-03-29','01:30:00','04:00:00','''t Veer, grote zaal','Veerdam 3, 1298 BB Veendijk',NULL,109,0,'','',NULL);
INSERT INTO "class_date" VALUES(1017,11,'2024-02-29','09:00:00','12:00:00','Lindehof, leslokaal','Lindelaan 12, 1299 AA Oosterveen',NULL,NULL,0,'','',NULL);
INSERT INTO "class_date" VALUES(1018,11,'2024-02-29','13:00:00','16:30:00','Lindehof, leslokaal','Lindelaan 12, 1299 AA Oosterveen',NULL,NULL,0,'','',NULL);
INSERT INTO "class_date" VALUES(1019,12,'2026-01-20','09:00:00','12:00:00','Lindehof, leslokaal','Lindelaan 12, 1299 AA Oosterveen',NULL,110,0,'','',NULL);
INSERT INTO "class_date" VALUES(1020,12,'2026-01-20','13:00:00','16:30:00','''t Veer, grote zaal','Veerdam 3, 1298 BB Veendijk',NULL,111,0,'','',NULL);
INSERT INTO "class_date" VALUES(1021,13,'2026-03-09','09:00:00','12:30:00','Lindehof, leslokaal','Lindelaan 12, 1299 AA Oosterveen',NULL,110,0,'','',71040);
INSERT INTO "class_date" VALUES(1022,13,'2026-03-23','09:00:00','12:30:00','Lindehof, leslokaal','Lindelaan 12, 1299 AA Oosterveen',NULL,111,0,'','',71041);
INSERT INTO "class_date" VALUES(1023,14,'2026-03-09','13:30:00','17:00:00','Lindehof, leslokaal','Lindelaan 12, 1299 AA Oosterveen',NULL,110,0,'','',NULL);
INSERT INTO "class_date" VALUES(1024,15,'2026-03-23','13:30:00','17:00:00','Lindehof, leslokaal','Lindelaan 12, 1299 AA Oosterveen',NULL,NULL,0,'','',NULL);
INSERT INTO "class_date" VALUES(1025,16,'2025-03-11','19:00:00','22:00:00','''t Veer, grote zaal','Veerdam 3, 1298 BB Veendijk',NULL,NULL,0,'','',NULL);
INSERT INTO "class_date" VALUES(1026,17,'2026-01-15','19:00:00','22:00:00','De Kade','Havenkade 77, 1298 FF Veendijk',NULL,113,0,'','',NULL);
INSERT INTO "class_date" VALUES(1027,18,'2026-03-19','19:00:00','22:00:00','''t Veer, grote zaal','Veerdam 3, 1298 BB Veendijk',NULL,113,0,'','Ingang via de achterzijde, bel bij de receptie.',71055);
INSERT INTO "class_date" VALUES(1028,19,'2025-09-08','13:00:00','17:00:00','Skillslab De Veenhof','Lindelaan 14, 1299 AA Oosterveen',NULL,114,0,'','',NULL);
INSERT INTO "class_date" VALUES(1029,20,'2026-04-07','13:00:00','17:00:00','Skillslab De Veenhof','Lindelaan 14, 1299 AA Oosterveen',NULL,NULL,0,'','',NULL);
INSERT INTO "class_date" VALUES(1030,21,'2026-05-11','09:00:00','13:00:00','Skillslab De Veenhof','Lindelaan 14, 1299 AA Oosterveen',NULL,115,0,'','',NULL);
INSERT INTO "class_date" VALUES(1031,23,'2025-10-06','09:00:00','12:30:00','Hospice De Wilg','Wilgenpad 1, 1299 DD Oosterveen',NULL,120,0,'','',NULL);
INSERT INTO "class_date" VALUES(1032,23,'2025-09-15','09:00:00','12:00:00','Hospice De Wilg','Wilgenpad 1, 1299 DD Oosterveen',NULL,119,0,'','',NULL);
INSERT INTO "class_date" VALUES(1033,23,'2025-09-15','13:00:00','16:30:00','''t Veer, grote zaal','Veerdam 3, 1298 BB Veendijk',NULL,119,0,'','',NULL);
INSERT INTO "class_date" VALUES(1034,24,'2026-05-18','09:00:00','16:30:00','''t Veer, grote zaal','Veerdam 3, 1298 BB Veendijk',NULL,NULL,0,'','',NULL);
INSERT INTO "class_date" VALUES(1035,24,'2026-06-01','09:00:00','16:30:00','Hospice De Wilg','Wilgenpad 1, 1299 DD Oosterveen',NULL,NULL,0,'','',NULL);
INSERT INTO "class_date" VALUES(1036,25,'2025-12-11','19:30:00','21:00:00','','',88100234,NULL,1,'kaars-2025','',NULL);
INSERT INTO "class_date" VALUES(1037,26,'2026-03-26','19:30:00','21:00:00','Online','',88100977,NULL,1,'lente & licht','',NULL);
INSERT INTO "class_date" VALUES(1038,27,'2025-11-06','20:00:00','22:15:00','Theater De Ark','Marktplein 5, 1298 EE Veendijk',NULL,122,0,'','',NULL);
INSERT INTO "class_date" VALUES(1039,28,'2026-04-16','20:00:00','22:15:00','Theater De Ark','Marktplein 5, 1298 EE Veendijk',NULL,122,0,'','Zaal open om 19:30 uur. Dit e-ticket geldt ook als <uitrijkaart>.',NULL);
INSERT INTO "class_date" VALUES(1040,29,'2026-02-10','09:30:00','16:30:00','Opleidingscentrum De Werf','Scheepswerf 40, 1297 CC Veendijk',NULL,NULL,0,'','',NULL);
INSERT INTO "class_date" VALUES(1041,29,'2026-03-10','09:30:00','16:30:00','Opleidingscentrum De Werf','Scheepswerf 40, 1297 CC Veendijk',NULL,NULL,0,'','',NULL);
INSERT INTO "class_date" VALUES(1042,29,'2026-04-14','09:30:00','16:30:00','De Kade','Havenkade 77, 1298 FF Veendijk',NULL,NULL,0,'','',NULL);
INSERT INTO "class_date" VALUES(1043,30,'2026-01-08','09:30:00','16:30:00','Hospice De Wilg','Wilgenpad 1, 1299 DD Oosterveen',NULL,124,0,'','',NULL);
INSERT INTO "class_date" VALUES(1044,30,'2026-02-05','09:30:00','16:30:00','Hospice De Wilg','Wilgenpad 1, 1299 DD Oosterveen',NULL,124,0,'','',NULL);
INSERT INTO "class_date" VALUES(1045,30,'2026-03-05','09:30:00','16:30:00','''t Veer, grote zaal','Veerdam 3, 1298 BB Veendijk',NULL,124,0,'','',NULL);
INSERT INTO "class_date" VALUES(1046,30,'2026-04-02','09:30:00','16:30:00','Hospice De Wilg','Wilgenpad 1, 1299 DD Oosterveen',NULL,124,0,'','',NULL);
INSERT INTO "class_date" VALUES(1047,31,'2026-04-21','09:00:00','16:30:00','Skillslab De Veenhof','Lindelaan 14, 1299 AA Oosterveen',NULL,114,0,'','',NULL);
INSERT INTO "class_date" VALUES(1048,31,'2026-05-26','09:00:00','16:30:00','Skillslab De Veenhof','Lindelaan 14, 1299 AA Oosterveen',NULL,115,0,'','',NULL);
INSERT INTO "class_date" VALUES(1049,33,'2024-04-09','10:00:00','12:00:00','Lindehof, leslokaal','Lindelaan 12, 1299 AA Oosterveen',NULL,NULL,0,'','',NULL);
CREATE TABLE class_trainer (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    class       INTEGER NOT NULL REFERENCES class,
    person      INTEGER NOT NULL REFERENCES person,
    class_date  INTEGER,
    FOREIGN KEY (class_date, class) REFERENCES class_date (id, class)
) STRICT;
INSERT INTO "class_trainer" VALUES(1,1,60,NULL);
INSERT INTO "class_trainer" VALUES(2,1,38,NULL);
INSERT INTO "class_trainer" VALUES(3,2,60,1003);
INSERT INTO "class_trainer" VALUES(4,2,13,NULL);
INSERT INTO "class_trainer" VALUES(5,3,13,NULL);
INSERT INTO "class_trainer" VALUES(6,3,15,1005);
INSERT INTO "class_trainer" VALUES(7,4,13,NULL);
INSERT INTO "class_trainer" VALUES(8,5,60,NULL);
INSERT INTO "class_trainer" VALUES(9,5,13,NULL);
INSERT INTO "class_trainer" VALUES(10,6,13,NULL);
INSERT INTO "class_trainer" VALUES(11,7,13,NULL);
INSERT INTO "class_trainer" VALUES(12,8,13,NULL);
INSERT INTO "class_trainer" VALUES(13,9,13,NULL);
INSERT INTO "class_trainer" VALUES(14,10,13,NULL);
INSERT INTO "class_trainer" VALUES(15,10,14,1016);
INSERT INTO "class_trainer" VALUES(16,27,16,NULL);
INSERT INTO "class_trainer" VALUES(17,28,16,NULL);
INSERT INTO "class_trainer" VALUES(18,19,17,NULL);
INSERT INTO "class_trainer" VALUES(19,20,17,NULL);
INSERT INTO "class_trainer" VALUES(20,21,17,NULL);
INSERT INTO "class_trainer" VALUES(21,22,17,NULL);
INSERT INTO "class_trainer" VALUES(22,29,3,NULL);
INSERT INTO "class_trainer" VALUES(23,29,5,1042);
INSERT INTO "class_trainer" VALUES(24,30,11,1046);
INSERT INTO "class_trainer" VALUES(25,30,34,1045);
INSERT INTO "class_trainer" VALUES(26,30,51,NULL);
INSERT INTO "class_trainer" VALUES(27,23,11,1031);
INSERT INTO "class_trainer" VALUES(28,23,51,NULL);
INSERT INTO "class_trainer" VALUES(29,24,51,NULL);
INSERT INTO "class_trainer" VALUES(30,25,11,NULL);
INSERT INTO "class_trainer" VALUES(31,26,11,NULL);
INSERT INTO "class_trainer" VALUES(32,26,53,NULL);
INSERT INTO "class_trainer" VALUES(33,16,15,NULL);
INSERT INTO "class_trainer" VALUES(34,17,15,NULL);
INSERT INTO "class_trainer" VALUES(35,18,15,NULL);
INSERT INTO "class_trainer" VALUES(36,11,60,NULL);
INSERT INTO "class_trainer" VALUES(37,11,14,NULL);
INSERT INTO "class_trainer" VALUES(38,12,14,NULL);
INSERT INTO "class_trainer" VALUES(39,12,20,1020);
INSERT INTO "class_trainer" VALUES(40,13,14,NULL);
INSERT INTO "class_trainer" VALUES(41,14,14,1023);
INSERT INTO "class_trainer" VALUES(42,31,17,NULL);
CREATE TABLE connector_error (
    id          INTEGER PRIMARY KEY,
    at          TEXT    NOT NULL,
    credential  TEXT    NOT NULL,
    connector   TEXT    NOT NULL DEFAULT '',
    message     TEXT    NOT NULL
) STRICT;
INSERT INTO "connector_error" VALUES(1,'2026-03-09T11:00:00Z','hr','AFAS','Kapot');
CREATE TABLE credential (
    id                  INTEGER PRIMARY KEY AUTOINCREMENT,
    name                TEXT    NOT NULL UNIQUE CHECK (name <> ''),
    password_hash       TEXT    NOT NULL,
    old_password_hash   TEXT,
    old_password_until  TEXT    CHECK ((old_password_until IS NULL) = (old_password_hash IS NULL)),
    always_envelope     INTEGER NOT NULL DEFAULT 0 CHECK (always_envelope IN (0, 1)),
    created_at          TEXT    NOT NULL,
    last_used_at        TEXT
) STRICT;
INSERT INTO "credential" VALUES(1,'hr','$argon2id$v=19$m=19456,t=2,p=1$9/MPsfxgBTcgNaqg82IDTA$5nOGa/8iKrsM+FF3cFmEgM3JLyzWmiKAIIhJYKVOmQo',NULL,NULL,0,'2026-11-22T05:04:43Z','2026-11-22T05:04:45Z');
CREATE TABLE credential_grant (
    credential  INTEGER NOT NULL REFERENCES credential ON DELETE CASCADE,
    operation   TEXT    NOT NULL,
    PRIMARY KEY (credential, operation)
) STRICT, WITHOUT ROWID;
INSERT INTO "credential_grant" VALUES(1,'AvailableCourses');
INSERT INTO "credential_grant" VALUES(1,'CompletedCourses');
INSERT INTO "credential_grant" VALUES(1,'ConnectorError');
INSERT INTO "credential_grant" VALUES(1,'CreatePerson');
INSERT INTO "credential_grant" VALUES(1,'GetAllBasicPersonInfo');
INSERT INTO "credential_grant" VALUES(1,'GetAllLearningPortfolioContent');
INSERT INTO "credential_grant" VALUES(1,'GetCatalog');
INSERT INTO "credential_grant" VALUES(1,'GetClass');
INSERT INTO "credential_grant" VALUES(1,'GetClasses');
INSERT INTO "credential_grant" VALUES(1,'GetClassesFilteredByDate');
INSERT INTO "credential_grant" VALUES(1,'GetClassesFilteredByTraining');
INSERT INTO "credential_grant" VALUES(1,'GetHistoricAbsences');
INSERT INTO "credential_grant" VALUES(1,'GetPaginatedLearningPortfolioContent');
INSERT INTO "credential_grant" VALUES(1,'GetPersonAgenda');
INSERT INTO "credential_grant" VALUES(1,'GetPersonByEmail');
INSERT INTO "credential_grant" VALUES(1,'GetPersonByExternalId');
INSERT INTO "credential_grant" VALUES(1,'GetPersonByServiceId');
INSERT INTO "credential_grant" VALUES(1,'StartedCourses');
INSERT INTO "credential_grant" VALUES(1,'UpdatePerson');
CREATE TABLE dim_reason (
    id      INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 2147483647),
    reason  TEXT    NOT NULL CHECK (reason <> '')
) STRICT;
INSERT INTO "dim_reason" VALUES(1,'Vrijgesteld op grond van een diploma');
INSERT INTO "dim_reason" VALUES(2,'Niet van toepassing op deze werkplek');
INSERT INTO "dim_reason" VALUES(3,'Tijdelijk vrijgesteld');
INSERT INTO "dim_reason" VALUES(9,'Volgt via een andere werkgever');
CREATE TABLE dimming (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    person      INTEGER NOT NULL REFERENCES person,
    training    INTEGER NOT NULL REFERENCES LearningModule,
    dim_reason  INTEGER NOT NULL REFERENCES dim_reason,
    UNIQUE (person, training)
) STRICT;
INSERT INTO "dimming" VALUES(1,58,7,3);
INSERT INTO "dimming" VALUES(2,21,13,2);
INSERT INTO "dimming" VALUES(3,23,3,3);
INSERT INTO "dimming" VALUES(4,27,13,1);
INSERT INTO "dimming" VALUES(5,30,9,3);
INSERT INTO "dimming" VALUES(6,34,7,2);
INSERT INTO "dimming" VALUES(7,51,11,2);
INSERT INTO "dimming" VALUES(8,56,12,9);
CREATE TABLE division (
    id          INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 0 AND 2147483647),
    name        TEXT    NOT NULL UNIQUE CHECK (name <> ''),
    parent      INTEGER REFERENCES division CHECK (parent <> id)
) STRICT;
INSERT INTO "division" VALUES(0,'Locatie onbekend',NULL);
INSERT INTO "division" VALUES(1,'Ouderenzorg',NULL);
INSERT INTO "division" VALUES(2,'Woonzorgcentrum Lindehof',1);
INSERT INTO "division" VALUES(3,'Lindehof, afdeling Beuk',2);
INSERT INTO "division" VALUES(4,'Lindehof, afdeling Eik',2);
INSERT INTO "division" VALUES(5,'Woonzorgcentrum ''t Veer',1);
INSERT INTO "division" VALUES(6,'Thuiszorg',NULL);
INSERT INTO "division" VALUES(7,'Wijkteam Noord',6);
INSERT INTO "division" VALUES(8,'Wijkteam Zuid',6);
INSERT INTO "division" VALUES(9,'Gehandicaptenzorg',NULL);
INSERT INTO "division" VALUES(10,'Woonlocatie De Kade',9);
INSERT INTO "division" VALUES(11,'Dagbesteding Het Atelier',9);
INSERT INTO "division" VALUES(12,'Bedrijfsbureau',NULL);
INSERT INTO "division" VALUES(13,'Leren & Ontwikkelen',12);
INSERT INTO "division" VALUES(14,'Personeel en Organisatie',12);
INSERT INTO "division" VALUES(15,'Flexpool',14);
INSERT INTO "division" VALUES(16,'Hospice De Wilg',NULL);
INSERT INTO "division" VALUES(18,'Woonlocatie Zonnehoek',9);
CREATE TABLE enrollment (
    id                   INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 2147483647),
    person               INTEGER NOT NULL REFERENCES person,
    training             INTEGER NOT NULL REFERENCES LearningModule,
    class                INTEGER,
    enrolled_at          TEXT    NOT NULL CHECK (enrolled_at IS strftime('%Y-%m-%dT%H:%M:%S', enrolled_at)),
    state                INTEGER NOT NULL CHECK (state BETWEEN 0 AND 3),
    on_waiting_list      INTEGER NOT NULL DEFAULT 0 CHECK (on_waiting_list IN (0, 1)),
    added_from_catalog   INTEGER NOT NULL DEFAULT 0 CHECK (added_from_catalog IN (0, 1)),
    changed_at           TEXT    NOT NULL CHECK (changed_at IS strftime('%Y-%m-%dT%H:%M:%S', changed_at)),
    cancelled_at         TEXT    CHECK (cancelled_at IS strftime('%Y-%m-%dT%H:%M:%S', cancelled_at)),
    cancelled_by         TEXT    NOT NULL DEFAULT '' CHECK (cancelled_by IN ('',
        'Reden onbekend', 'Geweigerd door planner', 'Geweigerd door leidinggevende',
        'Geannuleerd door medewerker', 'Geannuleerd door planner', 'Omgepland door medewerker',
        'Omgepland door planner', 'Omgepland door teaminschrijving', 'Medewerker uit dienst',
        'Overgeplaatst van wachtlijst')),
    cancellation_reason  TEXT    NOT NULL DEFAULT '' CHECK (cancellation_reason IN ('', 'No show', 'Afgemeld')),
    costs                INTEGER,
    payment              TEXT    NOT NULL DEFAULT '',
    -- a cancelled enrolment says by whom; any other says nothing of a cancellation
    CHECK ((state = 2) = (cancelled_by <> '')),
    CHECK (state = 2 OR (cancelled_at IS NULL AND cancellation_reason = '')),
    FOREIGN KEY (class, training) REFERENCES class (id, training)
) STRICT;
INSERT INTO "enrollment" VALUES(5001,7,4,1,'2023-08-21T10:12:00',3,0,0,'2023-08-26T12:46:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5002,12,4,1,'2023-08-22T08:40:00',3,0,0,'2023-08-24T11:45:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5003,60,4,1,'2023-08-25T15:03:00',3,0,0,'2023-08-30T15:42:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5004,36,4,1,'2023-08-28T20:15:00',2,0,0,'2023-10-04T17:10:00','2023-10-04T17:10:00','Geannuleerd door planner','No show',24500,'Afdelingsbudget');
INSERT INTO "enrollment" VALUES(5005,38,4,1,'2023-09-01T09:30:00',3,0,0,'2023-09-04T11:36:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5006,29,7,11,'2024-01-11T09:00:00',2,0,0,'2024-02-12T10:00:00','2024-02-12T10:00:00','Omgepland door teaminschrijving','',NULL,'');
INSERT INTO "enrollment" VALUES(5007,57,7,11,'2024-01-12T19:45:00',2,0,0,'2024-02-29T08:05:00','2024-02-29T08:05:00','Geannuleerd door medewerker','Afgemeld',NULL,'');
INSERT INTO "enrollment" VALUES(5008,23,7,11,'2024-01-13T11:57:00',3,0,0,'2024-01-14T12:15:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5009,20,7,11,'2024-01-18T11:21:00',3,0,0,'2024-01-24T13:07:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5010,58,7,11,'2024-01-23T11:01:00',3,0,0,'2024-01-27T12:48:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5011,21,7,11,'2024-01-23T11:57:00',3,0,0,'2024-01-26T13:32:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5012,42,20,NULL,'2024-03-01T10:00:00',3,0,0,'2024-03-01T10:00:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5013,38,13,NULL,'2024-05-01T10:00:00',3,0,0,'2024-05-01T10:00:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5014,24,9,16,'2025-01-10T12:30:00',3,0,0,'2025-01-15T15:20:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5015,51,9,16,'2025-01-19T12:26:00',3,0,0,'2025-01-22T17:02:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5016,39,9,16,'2025-01-20T12:33:00',3,0,0,'2025-01-24T15:14:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5017,28,9,16,'2025-01-20T20:30:00',2,0,0,'2025-03-12T09:00:00','2025-03-12T09:00:00','Geannuleerd door planner','No show',NULL,'');
INSERT INTO "enrollment" VALUES(5018,35,9,16,'2025-01-23T12:13:00',3,0,0,'2025-01-27T16:05:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5019,7,5,5,'2025-02-10T10:00:00',3,0,0,'2025-02-13T11:44:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5020,13,5,5,'2025-02-10T10:05:00',3,0,0,'2025-02-15T10:59:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5021,43,5,5,'2025-02-11T18:00:00',2,0,0,'2025-05-13T12:00:00','2025-05-13T12:00:00','Omgepland door medewerker','',NULL,'');
INSERT INTO "enrollment" VALUES(5022,17,5,5,'2025-02-12T08:30:00',2,0,0,'2025-05-14T09:45:00','2025-05-14T09:45:00','Omgepland door planner','',NULL,'');
INSERT INTO "enrollment" VALUES(5023,10,5,5,'2025-02-27T13:37:00',3,0,0,'2025-03-03T16:42:00',NULL,'','',0,'Trainersregeling');
INSERT INTO "enrollment" VALUES(5024,19,4,2,'2025-03-17T14:22:00',3,0,1,'2025-03-23T17:53:00',NULL,'','',24500,'Afdelingsbudget');
INSERT INTO "enrollment" VALUES(5025,30,4,2,'2025-03-18T09:05:00',3,0,0,'2025-03-23T11:04:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5026,42,4,2,'2025-04-01T07:55:00',2,0,0,'2025-05-05T18:20:00','2025-05-05T18:20:00','Geannuleerd door medewerker','Afgemeld',NULL,'');
INSERT INTO "enrollment" VALUES(5027,49,8,NULL,'2025-04-01T13:00:00',2,0,0,'2025-04-14T09:00:00','2025-04-14T09:00:00','Reden onbekend','',NULL,'');
INSERT INTO "enrollment" VALUES(5028,36,4,2,'2025-04-02T21:40:00',3,0,0,'2025-04-09T00:30:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5029,50,4,2,'2025-04-03T10:30:00',2,0,0,'2025-05-12T17:00:00','2025-05-12T17:00:00','Geannuleerd door planner','No show',24500,'');
INSERT INTO "enrollment" VALUES(5030,27,4,2,'2025-04-07T11:11:00',2,1,0,'2025-05-06T09:00:00','2025-05-06T09:00:00','Overgeplaatst van wachtlijst','',NULL,'');
INSERT INTO "enrollment" VALUES(5031,29,14,NULL,'2025-06-02T22:00:00',2,0,1,'2025-06-10T09:00:00','2025-06-10T09:00:00','Geweigerd door leidinggevende','',NULL,'');
INSERT INTO "enrollment" VALUES(5032,52,15,23,'2025-06-15T09:15:00',3,0,0,'2025-06-18T10:28:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5033,11,15,23,'2025-06-16T08:00:00',2,0,0,'2025-09-12T16:00:00','2025-09-12T16:00:00','Geannuleerd door medewerker','Afgemeld',NULL,'');
INSERT INTO "enrollment" VALUES(5034,50,15,23,'2025-06-19T09:00:00',3,0,0,'2025-06-25T13:00:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5035,34,15,23,'2025-06-19T09:13:00',3,0,0,'2025-06-25T09:21:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5036,53,15,23,'2025-06-19T09:47:00',3,0,0,'2025-06-25T10:07:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5037,24,10,19,'2025-06-19T10:00:00',3,0,0,'2025-06-25T14:07:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5038,37,10,19,'2025-06-20T10:00:00',2,0,0,'2025-09-08T17:30:00','2025-09-08T17:30:00','Reden onbekend','No show',NULL,'');
INSERT INTO "enrollment" VALUES(5039,27,10,19,'2025-06-20T10:36:00',3,0,0,'2025-06-25T13:49:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5040,51,15,23,'2025-06-21T09:20:00',3,0,0,'2025-06-25T14:19:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5042,20,10,19,'2025-06-23T10:08:00',3,0,0,'2025-06-28T13:08:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5043,52,10,19,'2025-06-23T10:24:00',3,0,0,'2025-06-24T13:43:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5044,36,12,NULL,'2025-08-01T20:00:00',3,0,1,'2025-08-01T20:00:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5045,57,17,28,'2025-09-04T19:45:00',2,0,0,'2025-10-01T02:00:00','2025-10-01T02:00:00','Medewerker uit dienst','',NULL,'');
INSERT INTO "enrollment" VALUES(5046,37,5,6,'2025-09-09T09:09:00',2,0,0,'2025-11-10T10:00:00','2025-11-10T10:00:00','Geannuleerd door planner','',NULL,'');
INSERT INTO "enrollment" VALUES(5047,27,6,9,'2025-09-10T16:08:00',3,0,0,'2025-09-12T17:49:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5048,29,6,9,'2025-09-13T16:41:00',3,0,0,'2025-09-17T16:54:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5049,36,5,6,'2025-09-15T20:00:00',3,0,0,'2025-09-18T22:48:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5050,19,5,6,'2025-09-16T14:00:00',3,0,0,'2025-09-22T16:25:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5051,20,6,9,'2025-09-18T16:16:00',3,0,0,'2025-09-23T21:03:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5052,31,6,9,'2025-09-20T16:17:00',3,0,0,'2025-09-26T18:32:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5053,21,17,27,'2025-09-22T15:00:00',2,0,0,'2025-09-29T09:00:00','2025-09-29T09:00:00','Geweigerd door planner','',NULL,'');
INSERT INTO "enrollment" VALUES(5054,22,17,27,'2025-09-23T10:00:00',3,0,0,'2025-09-28T14:28:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5055,44,17,27,'2025-09-24T09:00:00',2,0,0,'2025-10-01T09:00:00','2025-10-01T09:00:00','Omgepland door teaminschrijving','',NULL,'');
INSERT INTO "enrollment" VALUES(5056,26,17,27,'2025-10-06T10:00:00',3,0,1,'2025-10-09T10:58:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5057,52,2147483670,30,'2025-10-08T13:02:00',3,0,0,'2025-10-11T14:51:00',NULL,'','',119500,'SectorplanPlus-subsidie');
INSERT INTO "enrollment" VALUES(5058,6,14,NULL,'2025-10-08T16:00:00',2,0,1,'2025-10-09T08:30:00','2025-10-09T08:30:00','Geannuleerd door medewerker','',NULL,'');
INSERT INTO "enrollment" VALUES(5059,51,2147483670,30,'2025-10-12T13:31:00',3,0,0,'2025-10-18T14:35:00',NULL,'','',119500,'SectorplanPlus-subsidie');
INSERT INTO "enrollment" VALUES(5060,44,17,27,'2025-10-13T09:00:00',3,0,0,'2025-10-14T13:17:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5061,34,2147483670,30,'2025-10-18T13:34:00',3,0,0,'2025-10-23T16:55:00',NULL,'','',119500,'SectorplanPlus-subsidie');
INSERT INTO "enrollment" VALUES(5062,11,2147483670,30,'2025-10-19T13:58:00',3,0,0,'2025-10-22T16:22:00',NULL,'','',119500,'SectorplanPlus-subsidie');
INSERT INTO "enrollment" VALUES(5063,35,9,17,'2025-11-03T08:00:00',3,0,0,'2025-11-09T12:59:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5064,30,2,NULL,'2025-11-03T09:00:00',3,0,1,'2025-11-03T09:00:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5065,12,2,NULL,'2025-11-10T08:00:00',2,0,0,'2026-01-01T02:00:00','2026-01-01T02:00:00','Medewerker uit dienst','',NULL,'');
INSERT INTO "enrollment" VALUES(5066,41,9,17,'2025-11-10T17:17:00',3,0,0,'2025-11-11T21:37:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5067,43,9,17,'2025-11-11T18:00:00',2,0,0,'2026-01-16T09:00:00','2026-01-16T09:00:00','Geannuleerd door planner','No show',8950,'');
INSERT INTO "enrollment" VALUES(5068,53,16,25,'2025-11-17T10:00:00',3,0,0,'2025-11-18T13:49:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5069,27,16,25,'2025-11-18T10:00:00',2,0,0,'2025-12-11T22:00:00','2025-12-11T22:00:00','Geannuleerd door planner','No show',0,'');
INSERT INTO "enrollment" VALUES(5070,19,7,12,'2025-11-24T13:13:00',3,0,0,'2025-11-29T16:24:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5071,22,7,12,'2025-11-25T10:30:00',3,0,0,'2025-11-26T13:38:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5072,28,7,12,'2025-11-26T21:00:00',2,0,0,'2026-01-20T17:05:00','2026-01-20T17:05:00','Geannuleerd door planner','No show',6000,'Afdelingsbudget');
INSERT INTO "enrollment" VALUES(5073,7,5,7,'2025-12-01T10:00:00',3,0,0,'2025-12-04T11:40:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5074,13,5,7,'2025-12-01T10:01:00',3,0,0,'2025-12-07T11:18:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5075,8,19,29,'2025-12-05T09:00:00',3,0,0,'2025-12-08T11:04:00',NULL,'','',99000,'Bestuursbudget');
INSERT INTO "enrollment" VALUES(5076,7,19,29,'2025-12-08T09:00:00',3,0,0,'2025-12-14T13:42:00',NULL,'','',99000,'Bestuursbudget');
INSERT INTO "enrollment" VALUES(5077,10,5,7,'2025-12-08T17:25:00',3,0,0,'2025-12-12T18:06:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5079,11,19,29,'2025-12-09T09:00:00',3,0,0,'2025-12-13T11:03:00',NULL,'','',99000,'Bestuursbudget');
INSERT INTO "enrollment" VALUES(5080,52,9,18,'2025-12-10T15:00:00',3,0,0,'2025-12-16T17:02:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5081,9,19,29,'2025-12-11T09:00:00',3,0,0,'2025-12-14T13:48:00',NULL,'','',99000,'Bestuursbudget');
INSERT INTO "enrollment" VALUES(5082,17,5,7,'2025-12-15T08:30:00',3,0,0,'2025-12-19T08:41:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5083,10,19,29,'2025-12-16T09:00:00',3,0,0,'2025-12-20T13:28:00',NULL,'','',99000,'Bestuursbudget');
INSERT INTO "enrollment" VALUES(5084,50,4,3,'2025-12-18T13:00:00',2,0,0,'2026-02-01T02:00:00','2026-02-01T02:00:00','Medewerker uit dienst','',NULL,'');
INSERT INTO "enrollment" VALUES(5085,47,1,NULL,'2026-01-05T09:00:00',3,0,0,'2026-01-05T09:00:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5086,43,5,7,'2026-01-05T18:00:00',0,1,0,'2026-01-05T18:00:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5087,36,12,NULL,'2026-01-05T20:00:00',3,0,1,'2026-01-05T20:00:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5088,24,9,18,'2026-01-07T10:00:00',3,0,0,'2026-01-13T13:13:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5089,20,12,NULL,'2026-01-10T07:00:00',3,0,0,'2026-01-10T07:00:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5090,51,16,26,'2026-01-12T09:00:00',3,0,0,'2026-01-18T11:50:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5091,52,16,26,'2026-01-12T09:05:00',3,0,0,'2026-01-14T09:22:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5092,26,4,3,'2026-01-12T10:02:00',3,0,1,'2026-01-17T11:06:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5093,6,14,NULL,'2026-01-12T16:00:00',3,0,1,'2026-01-12T16:00:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5094,45,4,3,'2026-01-13T16:45:00',3,0,0,'2026-01-16T20:50:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5095,46,4,3,'2026-01-13T16:47:00',3,0,0,'2026-01-18T16:53:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5096,40,4,3,'2026-01-15T12:30:00',2,0,0,'2026-02-19T08:15:00','2026-02-19T08:15:00','Omgepland door medewerker','',NULL,'');
INSERT INTO "enrollment" VALUES(5097,41,11,21,'2026-01-19T17:17:00',3,0,0,'2026-01-24T17:30:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5098,43,11,21,'2026-01-19T18:00:00',2,0,0,'2026-02-25T14:00:00','2026-02-25T14:00:00','Omgepland door planner','',NULL,'');
INSERT INTO "enrollment" VALUES(5099,56,2,NULL,'2026-01-20T10:00:00',3,0,0,'2026-01-20T10:00:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5100,54,4,3,'2026-01-20T22:10:00',3,0,0,'2026-01-24T23:38:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5101,24,7,13,'2026-01-26T10:00:00',3,0,0,'2026-01-29T12:45:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5102,62,4,4,'2026-01-29T11:50:00',3,0,0,'2026-01-30T16:00:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5103,19,17,28,'2026-01-30T21:00:00',3,0,1,'2026-02-05T23:02:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5104,31,17,28,'2026-02-01T19:00:00',3,0,0,'2026-02-02T21:43:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5105,25,7,13,'2026-02-02T09:15:00',3,0,0,'2026-02-06T10:40:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5106,31,4,4,'2026-02-02T19:31:00',3,0,0,'2026-02-04T19:50:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5107,35,4,4,'2026-02-03T08:20:00',3,0,0,'2026-02-07T11:39:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5108,39,4,4,'2026-02-03T08:25:00',2,1,0,'2026-02-12T10:00:00','2026-02-12T10:00:00','Overgeplaatst van wachtlijst','',NULL,'');
INSERT INTO "enrollment" VALUES(5109,6,17,28,'2026-02-03T12:34:00',0,0,1,'2026-02-03T12:34:00',NULL,'','',NULL,'Eigen rekening');
INSERT INTO "enrollment" VALUES(5110,42,7,13,'2026-02-03T17:00:00',3,0,0,'2026-02-06T17:51:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5111,20,2147483660,31,'2026-02-04T07:30:00',3,0,0,'2026-02-07T08:51:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5112,37,2147483660,31,'2026-02-05T19:00:00',3,0,0,'2026-02-08T23:11:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5113,59,17,28,'2026-02-06T08:00:00',2,0,0,'2026-02-18T16:00:00','2026-02-18T16:00:00','Omgepland door planner','',NULL,'');
INSERT INTO "enrollment" VALUES(5114,20,6,10,'2026-02-09T07:45:00',3,0,0,'2026-02-11T10:02:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5115,19,6,10,'2026-02-09T08:30:00',2,0,0,'2026-03-06T23:59:00','2026-03-06T23:59:00','Geannuleerd door medewerker','Afgemeld',NULL,'');
INSERT INTO "enrollment" VALUES(5116,25,2147483660,31,'2026-02-09T20:00:00',2,0,0,'2026-02-11T11:30:00','2026-02-11T11:30:00','Geweigerd door leidinggevende','',NULL,'');
INSERT INTO "enrollment" VALUES(5117,21,6,10,'2026-02-10T15:00:00',1,0,0,'2026-02-15T16:38:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5118,29,6,10,'2026-02-11T22:05:00',0,0,0,'2026-02-11T22:05:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5119,39,4,4,'2026-02-12T10:00:00',3,0,0,'2026-02-18T13:13:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5120,45,9,18,'2026-02-12T16:00:00',0,0,1,'2026-02-12T16:00:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5121,56,9,18,'2026-02-13T11:00:00',2,0,0,'2026-02-16T09:00:00','2026-02-16T09:00:00','Geweigerd door leidinggevende','',NULL,'');
INSERT INTO "enrollment" VALUES(5122,32,9,18,'2026-02-14T12:00:00',2,0,0,'2026-02-17T13:00:00','2026-02-17T13:00:00','Geweigerd door planner','',NULL,'');
INSERT INTO "enrollment" VALUES(5123,35,16,26,'2026-02-15T20:20:00',1,0,0,'2026-02-18T21:14:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5124,34,16,26,'2026-02-16T11:00:00',3,0,1,'2026-02-17T12:33:00',NULL,'','',2250,'Persoonlijk budget');
INSERT INTO "enrollment" VALUES(5125,19,5,8,'2026-02-16T21:10:00',1,0,0,'2026-02-19T00:24:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5126,36,5,8,'2026-02-17T20:00:00',0,0,0,'2026-02-17T20:00:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5127,51,5,8,'2026-02-18T12:00:00',3,0,0,'2026-02-19T14:10:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5128,40,4,4,'2026-02-19T08:15:00',3,0,0,'2026-02-20T11:14:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5129,21,17,28,'2026-02-20T10:00:00',3,0,0,'2026-02-26T11:57:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5130,27,15,24,'2026-02-20T14:00:00',3,0,0,'2026-02-23T18:31:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5131,23,15,24,'2026-02-20T14:05:00',3,0,0,'2026-02-26T19:00:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5132,40,13,NULL,'2026-02-20T20:00:00',3,0,1,'2026-02-20T20:00:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5133,22,4,4,'2026-02-21T15:15:00',0,1,1,'2026-02-21T15:15:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5134,28,4,4,'2026-02-22T20:20:00',2,1,0,'2026-03-04T07:30:00','2026-03-04T07:30:00','Geannuleerd door medewerker','',NULL,'');
INSERT INTO "enrollment" VALUES(5135,44,4,4,'2026-02-23T09:00:00',1,1,0,'2026-02-24T09:30:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5136,42,4,4,'2026-02-24T17:42:00',3,1,0,'2026-02-26T11:00:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5137,43,11,22,'2026-02-25T14:00:00',3,0,0,'2026-03-03T16:46:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5138,32,14,NULL,'2026-02-25T21:30:00',0,0,1,'2026-02-25T21:30:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5139,48,18,32,'2026-02-26T10:00:00',0,0,1,'2026-02-26T10:00:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5140,41,11,22,'2026-02-26T17:17:00',3,0,0,'2026-03-01T21:31:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5141,30,5,7,'2026-02-27T09:30:00',0,0,0,'2026-02-27T09:30:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5142,49,15,24,'2026-02-27T10:10:00',0,0,0,'2026-02-27T10:10:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5143,56,2147483660,31,'2026-02-28T12:00:00',0,0,1,'2026-02-28T12:00:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5144,56,11,22,'2026-03-01T12:00:00',0,0,0,'2026-03-01T12:00:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5145,45,18,NULL,'2026-03-01T19:00:00',1,0,1,'2026-03-02T08:45:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5146,19,9,18,'2026-03-02T21:05:00',0,0,1,'2026-03-02T21:05:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5147,35,10,20,'2026-03-03T09:00:00',0,0,0,'2026-03-03T09:00:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5148,46,13,NULL,'2026-03-04T10:00:00',3,0,1,'2026-03-04T10:00:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5149,55,7,14,'2026-03-05T14:00:00',3,0,0,'2026-03-08T16:53:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5150,54,7,14,'2026-03-06T08:00:00',0,0,1,'2026-03-06T08:00:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(5151,56,7,14,'2026-03-07T23:30:00',1,0,1,'2026-03-08T16:43:00',NULL,'','',NULL,'');
INSERT INTO "enrollment" VALUES(9001,48,21,NULL,'2019-02-04T09:00:00',3,0,0,'2019-02-04T09:00:00',NULL,'','',NULL,'');
CREATE TABLE function (
    id          INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 0 AND 2147483647),
    name        TEXT    NOT NULL UNIQUE CHECK (name <> '')
) STRICT;
INSERT INTO "function" VALUES(0,'Functie onbekend');
INSERT INTO "function" VALUES(1,'Verzorgende IG');
INSERT INTO "function" VALUES(2,'Verpleegkundige mbo');
INSERT INTO "function" VALUES(3,'Verpleegkundige hbo');
INSERT INTO "function" VALUES(4,'Wijkverpleegkundige');
INSERT INTO "function" VALUES(5,'Helpende plus');
INSERT INTO "function" VALUES(6,'Begeleider');
INSERT INTO "function" VALUES(7,'Persoonlijk begeleider');
INSERT INTO "function" VALUES(8,'Teammanager');
INSERT INTO "function" VALUES(9,'Bestuurder');
INSERT INTO "function" VALUES(10,'Opleidingsadviseur');
INSERT INTO "function" VALUES(11,'Planner leren en ontwikkelen');
INSERT INTO "function" VALUES(12,'HR-adviseur');
INSERT INTO "function" VALUES(13,'Praktijkopleider');
INSERT INTO "function" VALUES(14,'Facilitair medewerker');
INSERT INTO "function" VALUES(15,'Geestelijk verzorger');
INSERT INTO "function" VALUES(16,'Trainer');
INSERT INTO "function" VALUES(18,'Kok');
INSERT INTO "function" VALUES(19,'Nieuwe functie');
CREATE TABLE group_member (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    person_group  INTEGER NOT NULL REFERENCES person_group,
    person        INTEGER NOT NULL REFERENCES person,
    UNIQUE (person_group, person)
) STRICT;
INSERT INTO "group_member" VALUES(1,3,23);
INSERT INTO "group_member" VALUES(2,3,27);
INSERT INTO "group_member" VALUES(3,3,34);
INSERT INTO "group_member" VALUES(4,3,43);
INSERT INTO "group_member" VALUES(5,3,49);
INSERT INTO "group_member" VALUES(6,1,7);
INSERT INTO "group_member" VALUES(7,1,10);
INSERT INTO "group_member" VALUES(8,1,13);
INSERT INTO "group_member" VALUES(9,1,17);
INSERT INTO "group_member" VALUES(10,1,19);
INSERT INTO "group_member" VALUES(11,1,20);
INSERT INTO "group_member" VALUES(12,1,27);
INSERT INTO "group_member" VALUES(13,1,29);
INSERT INTO "group_member" VALUES(14,1,30);
INSERT INTO "group_member" VALUES(15,1,31);
INSERT INTO "group_member" VALUES(16,1,36);
INSERT INTO "group_member" VALUES(17,1,42);
INSERT INTO "group_member" VALUES(18,5,20);
INSERT INTO "group_member" VALUES(19,5,24);
INSERT INTO "group_member" VALUES(20,5,41);
INSERT INTO "group_member" VALUES(21,5,51);
INSERT INTO "group_member" VALUES(22,2,25);
INSERT INTO "group_member" VALUES(23,2,26);
INSERT INTO "group_member" VALUES(24,2,59);
INSERT INTO "group_member" VALUES(25,2,61);
INSERT INTO "group_member" VALUES(26,2,45);
INSERT INTO "group_member" VALUES(27,2,47);
INSERT INTO "group_member" VALUES(28,2,54);
INSERT INTO "group_member" VALUES(29,2,55);
INSERT INTO "group_member" VALUES(30,4,7);
INSERT INTO "group_member" VALUES(31,4,8);
INSERT INTO "group_member" VALUES(32,4,9);
INSERT INTO "group_member" VALUES(33,4,10);
INSERT INTO "group_member" VALUES(34,4,11);
INSERT INTO "group_member" VALUES(35,4,12);
CREATE TABLE image (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    name          TEXT    NOT NULL UNIQUE CHECK (name <> ''),
    content_type  TEXT    NOT NULL CHECK (content_type IN ('image/png', 'image/jpeg', 'image/webp')),
    content       BLOB    NOT NULL,
    digest        TEXT    NOT NULL
) STRICT;
INSERT INTO "image" VALUES(1,'bhv.png','image/png',X'89504E470D0A1A0A0000000D49484452000001900000012C0803000000DA6915F000000090504C5445FFD96AFFD668FFD368FFD168FFD167FFD166FED166FFD165FFD066FFCF65FECF62FECF61FCCB5AFCC45FFABA5CF1B62DF1B52DF1B52CF1BA29F1B829F0B829F0B629F0B728F0B42AF0B429F0B428F7B150F0B329EFAF29EFB326F29F42EC7E3BEA6F3AE76F2DE76533E55D2FE4592FE5582EE4582FE4582EE4572EE4572BE4552EE3532DE3522EE3522CE3502BE24E2AFDCFC166000008454944415478DAEDDD6F77E23616C77199C6338669DC5D52BAD4B018B06AB93698F7FFEE2A933DD3D90CE910D05FF3FD3DE501C77CCEBD57929513D190A022F8090021800042000184000208010410020801041002082004104008208010400820801040002180004200018400420001840002080104100208200410020820041040082080104000218010400021800042000184000208018400020801041002082004104008200410400820801040002180001247DA0B01C463AA0B918078AB8F6AFD7D56BB8302C41BC8AF8BB79903E21364B17C93D50B20BEA2DE03918038B79052366DFFE7459053DBD4522A40DC61A8AE3FF56DB52D2F80FC566EF74A7FDC3551A2C406529F31BA7DB929F2E749F2CBEF6F41FEF3DF9FC52C2F36E5B6399D0614406C6A34AF18F9341122993C7DB9083299E84F459A17034ADFC665120F8892BA11355B8DA12D9EB2E934CB9E6697413EEB4FA76932A06CCA6A305180182F8EEED4698D44246936CDD273DE05397F9A9D5192E7A294A74E49400C461747BF3F6B7CC5F831C82B4A3611E279B33D9E9A38CA240610D9E8E228A66F34AE02792D94443C15657D8AA273891838EAB2D0BFE91B8D6B41CE26BA77E57A9AB412907B39EABE29F3A138D2EF732DC8D924D19DABD28D0B907B565675DF0F1CDF17C74741069289986D9AD0498206915DBF2D92F7383E08F24A92976D1FF4280918A46E4E7BCD91BDC7F16190D7C6956F831E25E182C863BB998A8BB3E3669033495254A7708B245410BDB6DAE622FD278E9B403449269ECBBE93807CB43C26EF0F8F7B40D2548F92708B244810555F511EB783E8BE3514499893244410D9F6A52E8F34B505F25A247F1C25205779F455714579DC053214895E6E4940AEF018DAD5351C7781E8224966E54929407E303ED4A99C25D779DC07A2DB56B239B63520FFBC193C96C9E44A8F3B41860570F14768EBDFB040EAB6DF882C4BDD80E8221179D54B40DE3FBBD2E3FCDAF230013288ECC312116179E41FF13000328CF66D502222620F1320C18988883D8C8084262222F630031298482820F50D1E8640C2120904A46E6FF030051294481820AAE98B8F7B1803D122CF555703F27781E8FDE0C73DCC816891BC6A15205FCF13CB5B3C0C82E81D62D1D7807CF548B2D42F8816D904711A1F0088ECB7B3897790344BCA1044FC8328BDC04A6E6958A6412659084B2DFF20F54D0B2CF320E7A596FFC12E021820B77A18060963B00BFF0364926661806811FF6344F81E20324F6EF5300E92A5D3EDB17E681079DADCDCB0CC830CFBC3F6A12B44F6E5EDF561012480DD885F90563E870592A693ADDFFB7322DE866505C47BD3F209521FF50A2B0D0BC4FB4ACB2B4897DF55205640B2C96CDFA98704B9674B680F64D81EFA2C117F20AAAD9E2759782069966C3D6ED885C702D9DC59209640FC9EA0780351DD7E96A621820C07F1FE8E7D85BF0229EE2D107B20CF8F3743D471FF290DB442BC2E7D45C405620D244BF247AB102305620DC4678988880BC41E882E11F55015A29758591A7085782C11E1A94036060AC4224896149EDE54790131B049B70CE26FBB2EFC144869A2406C82783BD1F2D3B2DA3C097B860C35E2E7D0D707487DDF8B5B3720BE5EE60A2F1DAB30D2B1AC82F83A3FF100626AA4DB6E5949E963AC0B1F056266A45B06F134D63D80D45D61668458AE908997ABBEEE41D471FB294DC307F1B45B171E3AD6C650C7B20C92797973283C74ACDC50C7B20DF2E4E3FE897310D5EDA769142043CF725F22CE416A636B2CEB2043CF92A307917D21B248407CACB35C8398DB15DA07D122EE8F7C5D83183BC77201E2E33CCB3588C145AF830A11EE5F5339AF90A3B911E2A065B91F2222E211621DC4C701A3703D42B6E646887D100F4344B81E21E676212E2AC4FDE989F30A3138421C80B81F226E4154A3F2985A569666AEFF70DD3188C1832C1720BA67B99EEAC271C73239D31D80B89FEA6E41CCCE742715528CBA428CEED39D8038FFB375C72DCBE43EDD0988F365965310B3FB741720FA3B1C2FB35C83CC2203717EE95AB8ED58DBA7348D0AC4F9D513B7206657BD6E4036230631BCEA75D2B25CAF7B1D836CE203C98F80845521C7310F75A3DB102720AE372280FC08643666909E0A09EBE8A4CD635BF666E9D4ED055F9720A637EA4E8E4E5CDF73B00AA2946ADA6FD20D204FE6F2D33B20A9C1EF4893EDE9DB67689554918228D51E0EAAFA36FBE7CF3393F97211E4F317935FF1A9FCF3DB4790874367F39F7E0B8B0DEA5095EB37F9D72F66B3BC907F1BFE8EB7CF50EE0F16A78A3510A53956F3F9E2FFF3BBE15C0231FD1D6F1E413FD37A7750B181A8C36E3D5FAC56ABE5C8323CD27C51769181680FCDB11C69344969AB6B096B1ECBD17A0C24F3F220230269ABF562CC1E5AE4C5D21C11760AA49C8FDB4383AC553C15D256ABC572E459CDED94880D1039FE021940D61181ACC70FB25CAC651B0948ABD6A3EF5843AC1C030B4B6BACF173581A228004B6F00504104000797410F910ABACC52E9655967A907D4815CB3EE45176EA5D2C3B75D5EDC7DFB2866D888C04448B8CBF6759EA58B640768B07289078DE878CFF8588ADB35E7BEFD43B2D32DE77EADA43B65181344D57BEBCAC4669B25A2DEC7958BC2837DC039A2F866B33A3CA72319FAF77076B37E2ED81C883DAADD7CBF9CBA8325FACD7BBEAA0A2BB2837CC91E67090FBDDD852758736CABBBDCDF9BA757B1859BA56C57AFBFD7F26638BE51FCCDF3FB8278000420001840002080104100208010410020820041040082080104008208010400021800042000184004200018400020801041002082004100208200410400820801040002180104000218000420001840002080184000208010410020820041040082004104008208010400021800042000184004200018400020801041002082004100208200410400820801040002161E42FE089F1608FB62BAD0000000049454E44AE426082','A0CB3D94603DE59C9918566B724B273B7D77D8F8D57E9E356F41B9794B4828F5');
INSERT INTO "image" VALUES(2,'blok.png','image/png',X'89504E470D0A1A0A0000000D49484452000001900000012C0803000000DA6915F000000090504C5445FFFFFFFEFFFFFEFEFEFDFEFEF4F7F9E9D8A6FEC750F9C552F7C453F6C453F5C453F4C354EABF57B4AE78719BA96E8C804D82924C7E884A7F8E447B8D427B8D437A8B427A8D427A8B417A8D417A8CF07958EB7959E8795AE7795AE6795ADE795DAB796C6B797F4C798946798A42798B41798C40798C3D798D3A798E37798F3D788D3D778A3A768D36758E3475903672868444662E0000058F4944415478DAEDDD5D53DA5800C7612A145A11D1F5050910022626BC14BEFFB75B8ADADAEDEE8587E36C327D7EF7E6A2CF9CC48E33E7DF7A52AD6AF9270022204004048880001110200222204004048880001110200222204004048880001190FFA80808C887951765404F7705908F391DAB6A1950B92A73201F703CCA6A91CD43CA1EAB1C48F4F3512EB32499049424F3C52A07121BA4CA92349D0594A6C97C591640A276B75A24E934B034C99A72441A03927F3F20A120B349638E4853400E5F90F964360D3F224DF98A0001020408102040800001020408102040800001020408102040800001020408102040800001020408102040800001020408102040800001020408102040800001020408102040800001020408102040800001020408102040FE289083C8FC844B30A7E9B2720966D4EE56D949D7C456EEED8D7D421E0F4724ECA5954E268BCABDBD91CB578B793299A5EF6F9A4C16ABBB2720B145AA65364F024AB3E65CFDDEA8B98ABC5C2D17012DABCA5CC5C77C470E24015545733C9A367954E401356AF3C8281810350664FC307E785FE3877F79AD357AC8AD462037F79B809E6EC6BFFE8FFE7E1D507D86DC6A03F230DEEFAF02DAEC37B76F4FC76E7B1DD07AB71E0179DBE1745C7682BAFC6BFF43E47EBD1D0E2E421A3C6E4740DE9C8FCD55A71558E7F255A4585F0FBADD5E40DDEEC5B01E22350119EF3BAD76FB2CA076BBD5B9DA3C7FDB8BEDA0DBEF9F07D4EF772FAED70590D7EFF9FEB2D50E3D21EDD6E7FDFDF17BBE1B76FB5F03EB7707BB1190D777FFBE73160C7276F6724446DF0F4828C879AF1E47A41620C72FC8592BF8889C1DBF22872FC845EFFC6BF811197E1B018902D202020408102040800001020408102040800001020408102040800001020408102040800001020408102040800001020408102040800001020408102040800001020408102040800001020408102040800001020408102040801C2B36275D82D97EBE04B3585F9C7009E697FEF5D625982F9D784D6C677FBCB7F76E3738E99AD8EDF809C873E3CD4DA7D5FE14C2F1E9F0632F575B17EBC7C311097B69F57BBD7A5C6D5D939BAD6FF7979DC3CBA7FDFE0E27E4727FF3FC94D17678D1ED9DF7DFDF976E6FB8ABC5905B5D2EE3BFDD5F7D0EBAFDBDF3F3EAF783C8B7EBC14537A0FE60B87319FFAF229BFDD5654057FBD7F3711459EFAE87015D6FB735193AACCFA0CBC38124A0CDC3FD2FBFAF8DD6DF02DA8E6B321F52ABC9A387DB807EDB3C2A4601D567F3C82858CD02F2C782C4194F8BF3943873708D0689339E96176540FF7C4A9C39B84683C4194F2B8A55B50CA85C956FC670E3CCC1351B24CE785A5E568B6C1E52F6F8732E3ACE1C5CB341E28CA715E5324B9249404932FF31A81E670EAEE92051C6D38A2A4BD27416509A26F365F9FC94387370CD0689339E76B75A24E934B034C99E8F489C39B88683C4194FCBBF1F905090D9E4E588C499836B36489CBFAC1EBE20F3C96C1A7E448E5F91387370406A03D202020408102040800001020408102040800001020408102040800001020408102040800001020408102040800001020408102040800001020408102040800001020408102040800001020408102040800001020408102040FE3F9048E36945393FE112CC69BAAC8E4F893207D7709038E36977ABECA46B628F1E91E6E01A7F42628CA715E5E3E18884BDB4D2C964F17CD9789C39B88683441A4FCB578B793299A5EF6F9A4C16AB97A7C499836B3848A4F1B4BC5A66F324A034FB71F57BAC39B88683441A4FCBCBD57211D0B2AADECC55C499836B3848A4F1B4E240125055E46F9F12670EAEE120B1C6D38A3CA0DF9E12670EAEE1200202444080080810011110200202444080080810011110200202444080080810011110200202444080080810010122200202444080080810010122200202444080080810010122200202444080080810010122200252F7FE0601E43F91A46FD35D0000000049454E44AE426082','404C420C2EFCC8B92C5B7EDF89A7D36069D21C61C076654102199CBEC2273876');
INSERT INTO "image" VALUES(3,'brand.png','image/png',X'89504E470D0A1A0A0000000D49484452000001900000012C0803000000DA6915F000000090504C5445FCF8D7F5EFD0F4EFD0F4EFCFF3EFD0FDE59AEFEBCDFFE08BFFE08AFFE089FADA87EEB54AF7AA23F6A725F6A624F6A623F6A621A7A69CF6A523F6A31FF29725F2632CF05A2DEA6E2BE9592EA96C59E2582FE9552EE4572EE4562EE3572EE2562EE3522FE0562EC14E31813D375335402C2A422025422024401F24401E23401D23401C23401A2240122041101F40101737E48D5E7100000F984944415478DAED9D6D73E2C80E850D61497042C25B11672E24BCD860C0D8FFFFDF5DB509C4D8ADC60D244846FAB0553BBB35959A67CE3992DC6E3B6B2952E5C81F810091122002444A80081029012240A404880091122052024480480910012225400488940011205202444A80081029012240A40488009112201C2B1420A46A132DA042014285C72248A0A270B11020146A1575A1FC204AE20B900890EB0159275DC7719A002549D60B0172FB4C0F13BF59AF3B4EADFB112667AA44805CB31689EFD49A4D60D2FC489285002140E4C36934EACDA6E380719D231201727D22605BF546D3A97D24D14280DC3AD91790EC8A481D8CABBBB0B72D0172ED648F82A6D3A8EF44D20CAC890890DF08F6140888C469FAB64404C82F10F936ADB3880890EB0389FD7AEDE1402488420142462240A49B0890DB4BA456AF67882C04081D89341E1CAB181120BF381DEE63245AAF04C8AD67917DAC2B221F16121120BFED59F5879A4DA725407E1D885DAEF306B2D9D09DD67F80349CE662B3BA07209BE592269130F63321021229DF687106126E7D7F1B92FCC98E52DDCAB35803897D3FA60964B368EE378C96B12E40FE20D521454A7B166720CB783E8F971C805878166F20B399002154ABED6CB65D71009236BE61D581ACA2603A0D229A44A26E26D46D529D3110E87A3D8F66DF9B6B7B1590B2ED07632090E9C321CD54CF03B168B304C86FAD4E328E75274020D33D8F66AAE732FD3E80A84CF73C9AA97E974020D3875F5F438AA99E1E96CB4648BD5EAB3E101521D329C9102944C85DB4BD10214A21144344E358D507A22264F4F93922182285A6F72E562761EC0FA7A3D174486FE15B10C85D00492344012117224581D83C32646C591021A311840835CB2A0AE41E1E50ED226434A21722D062418A9FEB586C81A829047800116A9348581088D55139AE40BE23845E88140DCBEEA41C5320E9DE64A7105ADB1335131E07FA7D1C945BEE9ADE9D447C3A12011ECDDA7180D41BB59A456BCE5521DBB4C7524569585F2441336F58966F88F00402ADFE2853966F8DFD2D0FBBB3D64C811C229D52AC87CAAF0A3C2CDF46600A24E358643C6BB1493E1A3A1E762F19B204B29F0A774562365C2C9245D7C9E7F919AFE1B20492E9B168F4598043D95523DFF0428765FBA23A4F2059C7DA79D6F29634D680A3EB14EDCAFA8D4FA64052C73AAA1B7956182E80C63689FC6E43DDCA54F0AB9A5DA0730572D463DDAACFDA008C284A9264ED7F341DA75E94C759579D30EDB266DE5716C89737BBC1CC91C441E07F749B0DC76968703C9CC58323107584F4F3D8B23EFFFA4869082ED5EDAA8BE31CA7D62C9A556A57DD20B98B0BCC0A8E750BCF022240E3A1D9D4D27868D6D5AD8BD15D5CF1B78A96D3A242A6CB3F8EF530895476349B0F451AA08E9A92C739A2E507243C1E427E46913FDE6741B31B7495673540250F3B9D3C28C9D4D4DDBDFE59F26009243784DC70145944C9C2EFEE72A4D680AAD79CF426E58F20D99E7B073C3B20616108398C227FBEF20D179B24097C95EEDFF1AEAEB50E1250C7D9778DB303A289F41BAE7CD53002B3C822F0D30AD475FCD1455F48606859B921E4308ADC687BA2A6F54D1427E99711A28BBF57C10D883A6DA2B7AC5B9E3E4977288AC5E53F0137202B5DA4537B927B4740C26D30422BA079F149A58120914EF180D65D0081297D969FD27FA6F5D9325A0990DB4FE9379CD6EF1EC8128B74020F0EEF110836A5DF725ABF6B208648AF4CAC33B32CED947EFB69FD4E81A0533A8969FD0E81AC4C915E95699D1190DC096B645AE71EEB8C809C88F48AC43A1F203F2F4DE1F5E991BD62AE7A404A08A40A126164592B63CF7BE87C99A7BAC34720FE6981107BE3B0D2404EF6BC15E97CB900395C1470AA3E990F874EB504C25F224C80A8A1B09440D41B6EAC874326404AF5BC95E87C790029331456643874AA2610EE126162595189A130331C466259BFDDF36A0D6BF2FE3ED19A16E3CE97059065ACEF791120D0F9F2F52C0E40A0E7D5FB15020490F0ED7C1D160241221D03C239D61900C18F2B4E068349D50E313A1C0482ED7931209C77BE1C1482ADB1C65EAFE78D2BB6D0A20F04EB795584BCBC20A9CEB7F3751838D61C75AC9717D4B3B8C63A7920D0F3624B2C0310D008D3CED7E12B108890B7372444F84A84BE65A1671B20427A3D2C44D89E7670C80B043DDB6004C2B6F3A50EC4F0E8162204806021C2B5F3250E04EF797711828708D7CED7A1EE58739363010F8367B18C75DA404C8F6E956329209867317D94EB7015C8D87BFB2ECCB3784A84B865E18F6E778E65F22C9E8F7249033144FAB763993C8B67AC9306B2DC1A1CABB7B7AC9EC1B3F8BDB84E19C8F19DFB7AC7327916C9CF807206623A8DB5772CA367718C75D296653A8D75702C4052A5135A84811823FDE05826CFE218EB8481986E9AF9712CA36731BC8F862E10D34D3359811825C2EF3E1ABA40CA457AE5629D2E900D7ED3CC381BE9BB581FE3F7D16C04C895221D17C89163193D8BDD7D346481AC4A467A89585F0990DF9DD24779C7328C22ECA675AA408C919E73AC139EC52BD6C95A96614ACF3B96D9B3984DEB448198A6F4CCA23783045BF9729BD69D2A38D629CFE234ADD304A2FBCE9421D2AB14EB0E5181F85602A950AC1355886108190F5E740A79198CF1514414F27B43885E20D559C23B341DABEC5EB17A1B46A20A411D6BECBDBE21F58A1F2A6514EB148118DED1411DEBD486918D441C668E351ABCA135A8C2A566242D6B73F2BCA29D44388D2204819439AF681DEB6C3CCB61E558E3F73763BD8FD97B163D20A75F41B0970823CF72080A045D9B8C473DB342D067EB7C3C8BA0420C6F15BEBF1889185E4D60E3590E45C71A9DE558D5F02C87936379271CCBF86A0213CF2208E4C46B9EE779169B7D9643CEB1F04753E3C1DBC91AE0FB2C1E779A510362B874FFB4408CD33A9313730E23C71A94013260EE59C480AC36E8E7A04B44BA29D6D53D8C9B9500B9DE1EAB8C63193D8BC77343878D638D4A09043F7EC2C4B3A85916FAACB09C400C126172D6C121C6037F56A83F6CA23B7E32C26FFD5B09902B395659811824C2C3B38829045D2CEA7BDE4EC7A2F3E5B160748839163AA66BF5D16E5BC43A8FC327A48018EF4C2E1269F79F9FFBEDF29EC5A2F12505C47867B20510CEB72BD3B22CC32DEF3AC3D20341A77516214209081E21FA1EABDD775D1D10CCB358840825208608D1F7586FAEFB66D3677108114A400C5FD2D10E219D76ABD5EE588C221C4284946561118239D6F3E3E3B38D6771081142400C5388F651210E043BE6CB21440801412304712C03103CD6C987082120F611E23E3EBA48880CB8860825CB422364804548AB8579967E146110227480A04F6F9113D64620886731788E4B08087664118D1057017111205ACF627080910E10FC0090FE3856BFDD7A826AB5FB16871DE81F06A20304CB74438F05442C3D8B7EAA3300821DC7721F95421E5D9B035A02E4E2260B398EF52D105C227ACFA2DF66910182355966C7B2F52CFA6D161D20C8E204712C35153E3DED3CCB6236A4BF3C210324DC6ABB5EE42DB683404C9EA579BF4DF5BDB4DB2C4240B45DEF29C7B2F62CEA7D2F7920488FD5D93B96F2AC4EF93E4B805CD8F58EF13DD61E480B7B28A27B79877CDF4B1C08DAF4BA59206EF9C657805C36862011D26F3F1D95767DA20D11F283087520A71DCBE45902E4DA40B008718F81B8A54344805C040489907EBBF59875AC4764E5AB09110172D1A08E1F37696581B4CA1F3E213FAA7304B25FF46624E2967D5344805C06441B21F91E0BEBB374A92E402EDB2D0EDE4A3816BE3E198C04C835812077C2F6DC2210B757EEE65801720910EC359D3C0F4C229A101120BF00C4D5017105C81F00D1657A2737841C46914E995417201785BAE6DD74AD63619E557C675D805C00443BA76B1D0B5F9FE4535D80942752589D6823E4E7617A7E36D47A563E44C85FB0417997A503823816E2595A20B2CBFA2320AE00B966699E18EA9A2C2442903EABD866C913C3EB0279D5EDB170CF1220E797E6D4890608EA586581C8A9130B20DE69203DA4C742FA2C0D104F80946D7BF317F66A0E2D1A0482F559C7C717E95FDF4BE90DAA5C9BA5990BCF00723C19D2BFE78FD0FB21DB5CAA6B81B82620EE4920F43F8C4BF8851D8D65750C11A21FD67396252FEC5C92EA85506FF7DB061E40A49D934821D4E9DF1C40F9B5680D104384E842240F445E8BBE6879727D207271C04521A201E29A81B82780C8D51A17854861B968CE744DAAE7978B72F98C651D7FE1330FE454A617533D07E4CB9BADA917E51BE58A408C11A209911C10B951CE76560FA6A3DF0432924B306D87F5A33EAB08C43D05C43501513D96DCDB6BE759479FCC2BEC4E3AA781740C9B13169FCEA3F6FD90A358CFBDAE73AAC92AB459C7AFEC40A4CBF7432E9348CEB3CE0092752C1EDF9624F761C9AC44AE0A8443CFBB26F80DAAAC4472FB5E6B2047BB5E261F5F25A790E848224721620BE46871020289442167ED4F32671D8E3DCB1E48C6B1E44B9FD718D7738DEFEBE9B6F715697AE5E3C4E78FEBD9C30E479E653918661D8BCDB789E90181713DB3F41D7B974CEA3F02516B5E16022108E4D8B4B212B1DB656505C2C6B04802491F1D4E352962B95CFC4990298B0FE61106A25EDE996A1AADBEF66D36FD151B99166BCAE27B798481A818F921925D68754E3DC2ED68D658F05B710910AA40D4C07E2032793FEF90C35E208A47CC8607512039227B89185E46D85FB0F19A372C663CA8024989EC93FDA7D32A7BB6F7A7C382DF84150FB2402047825981C8ABF198C3E35E20591EB360CB89075D204064391B7E7DEEB6BE7B22A55ED8011EBB2DEFE7D770B6E4C5833090F532DACE87BB204989F4F60B46ECA5CFDD62B177E031F586F36DC48B076520EB70BD5541A2B6F16370AD54244A224FBA8B039EBE05D27B01BF523CBE547C6CD7E15A805C6F420C6308126FFA99F65ABD5424E9C7F23497CFEC78803C7A697FF509F2980571B85A0B902BDB96FF8D64E22991F414113727129087AB78F4943CBCC9370E9F9D5D31000222D946F3698A643C794F91B4FB6D10C9530BEA69F74F9007FC628AE31DEC4AE198CEA32D3F793000022259C78142F2351D4D460AC9DB6B0F903CFDF7F85DFF3D018EDEEB9BC201FFCBF44BE108E2354379B000A27C2B5EFA336F087FF5151210C24B1F903CBB6EABE5BACF80A30FBFD453384048436FE62FE388270E1E40D6ABE5268EFCD974083A994CFEBD0F06AF8A49BF0DD557345E0783F77F93096863389DF951BC59AED602E47791ACB7DBC007EB1A0EFF074CFEBD03951EC0E8F780C5FB3FA0F13FF84FD3B91F6CB76BBE38D800515349186D6360329F41662B2CDE77A528BCE96C0E34E26D14866BCEE530FA59574BE882E3380A7C7F3E9B4D0F359BCD7D3F8862A0B1E42C0E7640D22E18FEC815956D141C6AF7EF802BE44E831F900395E53A3AD47A590D166C817C6339D4BA4AE5ACA504889400112052024480480910012225400488940091122002444A80081029012240A4048800911220520244804809100122254004889400B9D3FA3FE5A8F26C0212D2360000000049454E44AE426082','C9BEDE0B9BAB49D2808F8433410D29B3DC64A9C2900B36EF398F79D1CEBF8C9E');
INSERT INTO "image" VALUES(4,'dementie.png','image/png',X'89504E470D0A1A0A0000000D49484452000001900000012C0803000000DA6915F000000090504C5445FFFFFFFEFFFFFFFFFEFEFEFEF7F9FAEEDAA8FCC64EFBC64FF8C551D6C69BF7C452F6C454F6C453F6C452F5C454F5C453F4C453F5C353F3C355F1C257EDC15AEDC05AC3B48692ABCE8F9DA77996C17593BB7591B87090BD6F8FBF6E8FC06E8FBE6E8FBD6D8FBF6E8EBF6D8EBF6D8EBE6C8EC06C8EBF6B8EC06B8DBF6A8DC16A8CBE698CBE678CC3678ABD658BC46388BE621DD295000007804944415478DAEDDD5D73A24A1485610C14A612C61C31F8718C2083A35101FFFFBF3B12EB5C8E363BE9A6A1DF759DAA76F204047AB3C6DB13ABE2F12B008400020801041002082004104008200410400820801040002180004200218000420001840002080104100208010410020820041040082080104008208010400021800042000184004200018400D2268562003192EDEEA898FDB600447776455DAE1573AC3F3340347B1CCBE53C7957499224F38F320344AFC77A1E86CF8A1987C952B388EB2045390FE3F84D3193387C5F1F0B40B425AB97611CB5481CCEEB1C106DC99B03A40DC8DB8BE643C46D90E2B84E9EDFDA8044D3F1B2CE00D107F2DE1624040410400001041040000104104000310FB201C42E90C3619B01620F48B6CEEA3ADF016205481425C97B325FD6C70C103B40C6CD4655A86BEFB00B10E98CC7CFCF8688402693B7491C87C9C771370810E98C479A9F4EA7F3E39CCEFBB4D00972CB2C9C97F90040A4331E7971A9568A395D4EA9769028D673436218443AE3919FAB45A09CC5A64A0D80243A0E11CFB0876CC6233FAF02AF4582859AC87740DE5E621D9BB96641A4331E7FAAC0F37D7FA4127FE4FB5EB03A179A41343D44310A229DF1482F0BCF6F73845C452E29200F239DF1C8ABC06F0532F2D50E916F8144D1B2FCDD6B10E98C47D17C838CBC568788BF503944BE03F2CF38E9FB8DA1F461B704C4D30ED29C4EB7805803D2DCAA1F0A402C01B95E00CEF48C5D03D21AE4653A8D9A5B241D272C400420711846CD43042D1E80BCB7BFEEBB66AFED552A40049FA82CF5BD6C0848FB4F547EECF4FD927A00B29181541B7D7F227BA7410EFB93E808F93CA429203FFFCFCFD69B3A1580A4ABFC72C973407EF822F336E3D116C4F36E3B55D5FDBD434084331EAF81F7E44912DCDF3B044436E3319DB507F19B8D2AFF2A72CE01F9E12747AFBFC447C855A402C42290AFCBAD0D2016818C82EA0F20F6808CBC6055DD79CC714CC6ED36957FC5C3290EE802E4C143946D3D6F3D76510EA65AC34290E2F09184B3161E2F63CD7540C307F117D59DD990AC5CBE87CF93A94A26D3975073B18603DF21A3E0F370EF4365E57A3E1B876A89E7BA3D1CBFECFD1239D6EBA562D66539A48ABF6E6E0C379F0F2E8A765712C594BB7C0FC815642603691E9DA88C5DEF32C5ECF4FF92AC0779994E5FC3B100E46BF8347874C2B22ED683C461F89ACCDB3F7EBF72F8CD8B223DF3B07E83EA6BC6E32CD9A05A2C567BE557A9006935E3211B72A82AF5970D016933E3F15B38E490EF7B18B7C78000010410400001041040000104104000315CAD219DF138B52D0E18F977674D00B9453AE3B111546B54BD7C706218443AE3517C6E02CF573F695D7F54B10EC8F5539674C623AD1641B3E5A496EB4FF6F51BC478819974C623AD568172635610F4D7C378C59F74C623AD2EAB85625655D55B0FF32598D2198F3C3D5F1453E5FDF5E8A226563AE391A78AC9F77B405A5D6C19EEEDB5E8FF82B61144DABF6B53DFEF8040A4FDBB76F5FD0E0744DABF6B59DFEF6040A4FDBBB6F5FD0E0644DABF6B5BDFEF5040A4FDBBD6F5FD0E0544DABF6B5DDFEF4040A4FDBBF6F5FD3A0CE2DD40DCD96904041040000104104000010410402C00A936F6F5FDBA7D847CEEFFD8D6F7EB3448BA4A2F5BCBFA7EDD05F9BF7F37B1ABEFD76590DB1FEEECD7AB4D7DBF2E837CF5EF06AFAD41B4F6FD3A7E843C790210AD7DBF80980651283E03C4A2BE5F408C833CEAFB05C43048670F510001A42720F7FB7E0131FD1DF2A8EF17102E7B1DBF317CD8F7EB30882F05D1DCF7EB2688EF3F794FED41FADAF76BFFC3C5AFFEDDE479E248DFAFFD1B548BC5EA58B9D3F7DB832DDCAA3AFEEB4EDF6F1F861C5297FA7E1903620C081040000104104000010410400001C460A4FDBB0EF5FD1A0591F6EFBAD4F76BB6B757D8BFEB52DFAFD95396B47FD7A1BE5FC30566D2FE5D77FA7E4D57FC49FB779DE9FB355E8229EDDF75A5EFB7839A5869FFAE1B7DBFF4F63ADFDB6BBA7F57BA9E2320A6FB77A5EBB90262BA7F57BA9E2B20A6FB77A5EB390362BA7F57BA9E2B20A6FB77A5EB390362BA7F57BA9E2B20A6FB77A5EBB9046274E74FBA1E20800002082080000208208000E23CC8C674DF2F209AFA77A57DBF876D06888EFE5D69DF6F56D7F90E102DFDBBD2BEDFFA9801A2A17F57DAF71B76B777683DC8B7FA77857DBF711C261FC71D203F5CB324AD75BA66761B9F07C4169028EEEA860490BF8124DD1C2280FC6D3337EE66331710CB1EA20002483F40A26859FE06C41A907FC6093786765D65CDEB2D20D68034B7EA8702909FEDDF95F6FD4693389C7535766D3DC837FA77A57DBF513306DFCD09AB0720DFEBDF15F5FD46CD8B221D7958BF41F5ADFE5D69DFEFBEC357A97AB0852BEFDF95F6FD76F9B2A1FD20F2FE5D69DF6F67DBB73D39421803020410400001041040000104104000190A88F9FE5DE97AAE8098EEDF95AEE70C88E9FE5DE97AEE9CB24CF7EF4AD77306C478FFAE743D67408CF7EF4AD77306C478FFAE743D6740CCF7EF4AD77306840002080104100208200410400820041040082080104000218000420021800042000184000208010410020801041002082004104008208010400820801040002180004200018400420001840002080104100208200410020820041040082083CB7F574D4C1F7B0971130000000049454E44AE426082','23BD001DC6053E3D1F75D53AB5B24A4A649A1D1113FB91EA7CDAE7C07B39B8B6');
INSERT INTO "image" VALUES(5,'dossier.png','image/png',X'89504E470D0A1A0A0000000D49484452000001900000012C0803000000DA6915F000000090504C5445FFFFFFFEFFFFFEFEFEFDFEFEFCFDFDFBFCFCFBFBFCF8F9FAF7F8FAF4F6F7F1F2F4F0F1F3EFF1F3E6E9EDDADFE5D8DDE3D6DBE2D5DBE1D4DAE0D3D9E0CDD3DAC8CDD4C7CDD4C5CCD3C5CAD1C4CAD1C3CAD1C3CAD0C3C9D0C2C9D0C1C8CFC0C8D0C0C8CFBFC7CEBEC6CEBDC6CDB9C1CAB4BCC5B2BAC4A1ABB69EA9B49BA6B29AA5B199A4B098A3B097A2AE96A1AE95A0AD1103D607000003394944415478DAEDDBEB4E5A511485513CC54B9168AB554A5BA9962801BCBCFFDBF5094A7648BB3B658DEF1118593FD89967B45154233F01100101222040040488800011100101222040040488800011100101222040040488800011100101222040040488800011100101222040040488800011100101222040040488800011100101F2C7B6CF9D02D2D6AA575B200D3DAF26A79DFAF90AA405E464D4A70F17CB17200D20A79D40C69F2E7EBD000902B9BC7E0722A540AEAEF2456A817CCE172906922F520D245EA41C48BA483D9070918220D9221541A2454A82248BD4040916290A922B52152456A42C48AA485D905091C2209922954122454A83248AD4060914290E9227521D244EA43C489A0890301120612240C24480848900091301122602244C0448980890301120612240C24480848900091301122652EAA3CFEB962E975B205D1A3EB675F6F4BA0692D4E31B903E1DB5341C01896A7021408000010204081020408000010204081020408000010204081020408000010204081020408000010204483590E34E9D0C405A408EBFCC6E7B74339B8C06200D20B3C55D8F7E3C9C036902B9BDFBD6A3F93D10204080003938909BEFF31E7D5D006903993FDCF768B19C0269011926D3F32E4D4FFC31F474F21E41865E017121408000010204081020408000010204081020408000F9872086725920867269208672612056274080000102645F1043B9301043B92C1043394F2740768218CAB9102040800001020408102040800001020408102040801C0288A15C1688A15C1A88A15C1888D5091020408000D917C4502E0CC4502E0BC450CED309909D2086722E0408102040800001020408102040800001020408102087006228970562289706622817066275020408102040F60531940B033194CB023194F37402642788A19C0B01020408102040800001020408102040800001020408102040800001020408102040800001020408102040800001D21FE46C886A3C5407198FC2AA0DB25D3F3D86B5DA6E0A836C366F69FD4F8F0490755A9BE2200202444080080810010122200202444080080810010122200202444080080810010122200202444080080810010122200202444080080810010122204004444080080810FDF57E039E41F971E24576870000000049454E44AE426082','92466BF225D4E43E1B551DC825E5CE7475B2E73D2F2AE4632B189AA11DD98D6A');
INSERT INTO "image" VALUES(6,'hygiene.png','image/png',X'89504E470D0A1A0A0000000D49484452000001900000012C0803000000DA6915F000000090504C5445FFFFFFFEFFFFFDFFFFFEFEFEFDFEFFFDFEFEFCFEFEFBFEFEFBFDFDF7FBFCF2F9FAEFF8F9E3F3F5D5EDF0CAEAEDC0E6EABFE6EABFE3E8BDE5E9BAE4E8BEE3E7AEDCE19AD4DA8FCED67CC6CF6CBFC960BAC558B7C252B4C051B4C051B4BF50B4C051B3BF50B3BF4FB3BF4EB2BE4CB2BE4BB2BE4AB1BD47B0BC47AFBC46AFBC45AFBB43AEBB43ADBA42ADBA41ADBA3FACB9EE5EC4E100000B4D4944415478DAED9DDB76DACA1245ABC316E1220902E62E1D22818581C0FEFFBF3B92EC38D98911D896D4ABC4AA975CC6C8833C33ABFA52DD2D31032A843F02026110088130088440180442200C022110068130088440180442200C022110068110088340180442200C022110068110088340088441200C0221100681100883400884412004C220100681100883400884412004C2201002611008A38940A28840A062B32510A0088FF3C92920101C207BAFBDDA460402C363DE928628D20C203B4F4CAF198A48330411A7DD1045A4218238A6218A3400487848051149153907040210EBC4CB80A48A2C1BA0887E20C17196DA2199220FC7804000C2354E06449CCE22F94E2000823CF3688622D21C41445A0D50449A23483314910609D20845A44182E48A689FAEEB06126D577D637E0111C799EF4302B127C869F23C07790522DE8E406C0AD26BFD2E484644B922D228411AA0882817C4FC5710FD8A48B304D1AF88344C905C9143482056E6206F08922B92AC09A4FEF89E2C3ACEDF8264B3C399E20514512CC8C35B82A48A189735C48E202D79331CCD8A48E30451AE88344F10DD8A48F304D1AD885220619120AA15D10A64E7FFBE0FF26718D3D7DA35A71348DE3C2A05A1B7B15429909D570CC4B4B436964A230551AC88345290BCB154A722D24C41F42AA21388771D885645140279397E7083221AE7222A6B887B0B10A3B3F75A1F90D7E307D715D1D858AAD190DF9B478B426563A96814E4361E3A1591E60AA2531169AE203A1591060BF2AC484820950A32B96D88F5735FC4DF11488571A137AE8888B6C6525D40DE6C1E2D06A2ADB1541A2D884245A4D1822854449A2D883E45340109CEEF1624578440AA1264F97E41D41D4F5004A4B037AE0888AAAE393D40F2E307F281D0753C419A2E88B6C652D124484B3E14AA1A4BA5F1822853449A2F882E45B400094E1F164497224A8084FBB9E3C88743514B9016203B4F3E014451D79C6811E4333C343596CA3D08A24911B90B4114292277218822453400B9B1BBFAAA222AAE86D700E4E572F74F2BA2E26A7805406EEEAE6E44D79C8A1AF29EDEB882F9BA8AC652512148193C94282277238892DE6BB91B41942822F723880E45E47E04D171353C3890BF2E77FFE4400BFF6A7870201F681E55DE582AE882FC79B9FB6789A02B22F724880645045D1053A6200A1491BB12448122725F82E0F75E230379E709CF9B1581BE1A1E18C8C5CBDD3F3B3B84EE9A1364411ECA1704BE6B4EA00569490581DD582AF72608BA22727782802B22772708B822A840C2EA04C156041648F1E5EE9F6D09C2BD1A1E144809CDA34A1B4B5181ECBC2A81005F0D8F09247CAA5410E4133C984082A3572D905C9190406EE5719E56CB231B683D1CE288406EE3719A55CD232332DE471181DCE447CAC3540D242D2363C432820724382CBA35F0C8884C014F8CC00109F68B9ED4C1434C5B667844D08044DB955B7D01F9F97E427701B7C18E06649DCE08DB52537C91DEEAF13B81140EB026F2556A8BB678BB35811415F4797D7E602E6A4101F9FE586A6BF56D44E658835F2820E17E50AF20F966D56A1311C88515AC69DD3C324506508D734040A2C765CF31523F11A8A4255809CBA99D87B45A6E00B4CC88032438CC6DF040BB7403C8908D67AC00314E6F994404F2D79470567F45FFA9C8371C455080449B95DB6AD901925DBA01B3A62530824C6C0982758A070448E9A73BD51E7413144166F604C967872873119494F53FD77CB10724BF742322905F73C2A3A53908DE5C0404C8CEB30B04A7DB1702C8F764E1B444EC2A32C5A8221040AC8E79C10EE7821475578C5D206240CA3A0290F0696E1CCB3CB29CF5232010948C8593B32052D6DA7EC682C9590040C2DDC2B4ACF3C8721642030A00102B5BE96FE52C1F618511C210CBB3C297942510C7DCEC03C99EB8052821594710C292AF7D20959F27D45544EC03097E409490BC881C6848D66DE2631862A40FD00F641FC87AEBA200E902749F5807123D2EBB10351D6423D73A1088852CA0AA6E1FC86126304000AE77B00E04626511A81B884008E4CF85935B47BDE6E570556567AC20164F0080DCB692659E7B3E3B5F5FFF40201681A404FEE97BBE3F180C7CCFED5483249B88DC3D90AC87F4FA4FD7C857D71F8D47A3E170381A8F075E35531784E5450020D77FB846FAFE7894DA91F21866BF8C076E5367863A0C7147A31CC6CF4891781D02B104C488371EFC87478664EC770C81D80062C41DFF892327E2892190FA81A4F563F4068F8C48E9BD2A04720B90AFFEDB40D2F156D95BBF04727D94752161BD941102A98248F1C4D0F147C38BD12DF94C02C00E15F84C3DAD20970429BF8A70E9E416205E019091DF2A17489740AE3CC566E46249CF9174CA2D21DE967BEAC1B9703FA45D544286C352C759DC0FC95356F183E99D023FD29CD52F17C8C38140AEBC14522710880B18ED0F7B9365A7600FB05E436634240B57BE4014F5ECC8CE9A40C27DC1A67AE1B07738F2FF29791AB2E1282B0E7E140CB30A564E4A5FF0CD4E19B2D93AEB94FB68556F624D4738B0931435F716E4ACB227EA10351DA1A8AF93C2F6F7EEE062C62A5510231D84AB17210E7D162F9E5CA822656F19821C544738F4593C35BC90B4D28455EEA63AC8BDFC0040A2CDAA30F7988EFF3791C16850F27EA163E63C16FD33675D7918BAE38D87FF6D031A8CFD9279A4A931460888CB67AEDF69ED0E532483571CA3AC2DABDCED5B94974410805CCB59F924DA1F8E47C31CCA683CF2DDD2BB7B9DD6FC2924901B7356F6D3EF79FE60381A8D06BED737A5B7647D01C95818406E78AC3B07D0E9F5FBFD7C6C557AD322CC6BC52037CA6D0A567C5F7B42FEFE5D7901734F2C0690E078DB3DCAC654747C0AE726650C2059FFA2B179581DE7AE7198ABC6AD1EFD04BA8D1FE532FE64D1B1785ABD2D33DEFDFE6715F966F3B90A90312F109028B1F244DBEB4E08CC436D384F1E9DAD5591B482E03C650803245B3FB1F4A48BE360AC9A6001B1F7A64B5BBE9DF86CDE85E9BA85919671BA40AFE641BDF4B95BB4DB369E5E9D9EF8F4EA85A435AE3F69A543DE47BE167DA1AEC741ED492B4D58386F18A2018983FDC269D7FDC0FDF4CC07EE0BE6EB35DFE1DB167F1FC60472B9B01FFC3A8938C605790B0C1548B45DF5EB2B23265B750F6202294A5ABB457D6B5A408BBCB040E2E03C939A88B465F22F1A0F3C20376FE796C063BC0B6302B94EE4DF8974EAE0E12571442037ADA1D430634F79ACB67882400289E27DE544321E09200F48203510C979043181BC874885632D5C1EA040E2283A4E455A95CD07C70962FD00061247E169D6AD266DA5E64D761B501EB040B219E2A25F0591B638B37318C504F2FE5594A52F653F7C6FDAE2CE8F01EE57030389C3C76422E54AE2880C567B601ED040E2303ACDDD122549F5E84E9FB6C83CB081640B5BAB6FA924A6A4EA21DEE21CAE6302F90491ED3E95A48C2D9254B4EE74B30BC03F181D483AFE3DAE26DD4F2369A5FF7EBC38C5614C209F9664735E8CDBF98FF4E3CDA222FEFC9804F85FAB00481C05C969E1CB876B49B606E3CEF64FC13A269072621DEC76F387CEF37FF5F7E72AF167EB6318AAF8541D40D21170B83F2E26FD4C93773069654E751EE6BB631C28F9502D40522469E25ACDBC76CEC4DCB28498673877B238EED7819ACFD403244B5CDB63B298E64C5A2914530423F7C89DCCE3B494878A3E521390ACBC4749C6C4EF3D57EB76DB71CCEF370A1827FBBBFC0F5D2FA3F114AB28E55A81E49A44C9E969359F0EFADD5F85FB395E87557D6F325B26A75DAC4A0E9D407226E1767F3A04CBF974E279BDDE2B984EAFE7790FD3D962959C0E49A48F865220F9FC3D0837C9E1747CDAAD56CBF94B2C57ABEDFE703E249B9459A4F3CB9402C9A1A4548270BDDD6EF72F916CB7E9F838FDBB48EF572906F2CA250A5F22FDADFACFD10FA461412004C22010026110088130088440180442200C026110088130088440180442200C022110068130088440180442200C022110068110088340180442208C77C6FF01FEECCA0A0419D2390000000049454E44AE426082','FF61DD0623FAE3B18B0EBA29A4C49D17B3BF8BBA5B5BD3798D6D3CECF75F0471');
INSERT INTO "image" VALUES(7,'injecteren.png','image/png',X'89504E470D0A1A0A0000000D49484452000001900000012C0803000000DA6915F000000090504C5445FFFFFFFFFEFFFEFFFEFEFEFEFEFEFDFDFEFDFCFEFCFBFCFBF5F8F5F4F8F5F4F8F4F3F9F3F4F7F4E5ECE5D2E9D2CFE9CFCFE8CFCEE8CEE0E7E0DFE7DFDFE7DEDFE6DFDEE6DED1E5D1C3D4C386A98585A98484A9847DA37D6B976A6793666693656593646291615E8D5D5D8D5C5C8D5C5C8D5B5B8D5A5C8C5B5B8C5A5A8C59598B58588A5755875353865252865150844FC3C9CF93000005304944415478DAEDDD5D779B36008061CD0CEC39B034C986C1C61FA0691890CDFFFF77B3DB74C1697B8E2D4350E07DAFAA8BE69CE8A9A04231117BB22AC1140042800042800042800042800042801020801020801020801020801020040820040820040820040820040801020801020801020801020801428000428000428000428000428010208010208010208010208010200408200408200408200408200408010208010208010208010208014280004280004280004280004280102080102080102080102080102080102004082004082004082004082004080102080102080102080102080132A07295ABB7720548CF55EF2A00E97781ECB6CD76DBAC00A4BF54B50BE6FEFC2D7FBE3A48407A04D9CEC465F111905E411E1CD779CB739680F40B32174E637DB80210400810403EE29B69EE707BEB9EADF5904054F6C316B7AF0A290191BAAEB6977BDC36DA6CD6B78E765B591FA41A3788527512857E7387DB42FEDC0F82C07FDD385F3BF2FD205A1E2A39661055E8682A3A68BADEA4A1C14844A9962306C975241CAFB9BF6D25D7F1535D2F4E9BE5DB468EEB8A30ADD46841B23A12D349FBEBC311F3CD5E2F4E7372DBE8BC60C4428F1644E9C4F31CD109C8B6684EFA95A36F22719D8D14E4BC403C611988EB84464B64082079F9D298094B409CC9746D22320010556D66C2B10DE4F447A3738C41809CBE85DF2C04598E17E4C19B7A6D3601E4AE5B48FAF467AB3DCEC50490BB401E9F5AED01907B57C8D397160304104000191F487CC86E3F6F94E506908E40567571FB6963A9534B4072D364B9B37485C88DC11165BA9ED901521A5759B9428498F9339363CAD9E541420F2079FE8F9459BA4B7766A5EBEE4036F9C599C775A356FB4090AF1052A9B2D2BA2E16E1C2B4B05D8F264876A81B937EE5E8B58933B9FD94F2F4973E1CE402A2D63ADD26491C87CFE67504228477FA5732FF3EB861F44956C84F21A2681106A75EC2BF42C35E3A03B1A00E41AAEA58FF081104CFCF5F67D5BCEE5688705DB76173FDE83380A8CD7A757688168BE706C49D181D830C7985C87572E6085F5ED7C54B4B1C80185FB24E778EA34E773FBB60D97AC91A348852BFBEA59F6EEA80F4B30FC97FF17FADD0BCBF016961637801733C64AF0BC528405A7C74F20D26CF12F3564F8F4F168238AE514ECF20DFD3C61D5547CFB2C6B942FEBFE54BC3B2FDCE461047C449BCBCB97815CF38A0EA02C41549AD8F3777A8B30740BA01897566B0DE0B8E70BB02E1871C00010410403E0348D4CDCFF60262B681A976C143BB79FD6DE886F1F99099B02F57AC460BB2994DDC499BB50332DA8FB41532E8E63386F73D3A99267A9C20E78F454F3CEBAE584EB0DFFF3B4E10798C8575209E8846FBE280BD3C44626A9B479096F95841549986C273ED39C3703CF14762F63AA061BC0D48EA74719E87DF5D0B72CED319244617ACC1BCC04C563A0EADB96A794194EA6C3F6690BDCA6BBD5E5AD16A991475693A87C37909A654D5D192F45EE6FBD183DC712ADF76F7BC279617295B1620801020801020C301F15DAFB1F19FBA80F40CF2FE8903BF83AAD78A6CF56EEBBF2D7340FA1439BCDBF897C65F0A90761E02BD2B076428010208010208010208010208010208014280004280004280004280004280102080102080102080102080102004082004082004082004082004080102080102080102080102080142800042800042800042800042801020801020801020801020801020040820040820040820040820040801020801020801020801020801428000428000428000428000428000428010208010208010208010208010200408200408200408200408206449FF01063E18304EBB8BFD0000000049454E44AE426082','4A33E8FA382862CEE29C97B65828BAE7417311AB552895D415F83D947D7B1E37');
INSERT INTO "image" VALUES(8,'leiding.png','image/png',X'89504E470D0A1A0A0000000D49484452000001900000012C0803000000DA6915F000000090504C5445FFFFFFFEFFFFFFFEFEFEFEFFFEFEFEFEFEFDFEFDFDFDFEFEFDFDFDFCFDFDFCFCFCFBFCFCF6F6F6E8EBECD0D7DAB6C1C5EC5A2FE8572DE4572EE4572D91A2A86A8089C75C3E49646F94503E33505C2B4B572A49562D475129495629485528485528475427485427475426475428465326465426465326465223465423445120414E1C43521C3E4B1B3C4A183A481638467EE2EDE4000015FB4944415478DAED9D6B63AAB81686D3399C23A0C06E07CA060B7118372D94CBFFFF772701AB095EAA6635A0AEF5696CF758E561BDEB960492A34DCA085E020482864010081A02412068080481A0211004828640D010080241432008040D81201034048240D010081A02412068080481A021100482864010081A0241432008040D81201034048240D010080241432068080481A021100482864010081A024120680844D9B2AD21905131D074B94C29A5C5D656EC15FB597AC3686E12489632104551D76DDB54551D475F56B157EC677559ACD83F596508E4E759D024C9CB9A5DF4380A02DFF75CD775165FC65E78BE1F0461C4FE09C3C2A86408E4E76C95A445D53679183010CE821CB585C3C00461CCA81434A108E4278C2659C9FC22642C362866E67C6E5B96656CCD64AFE673D3EC7F6F398C4A54B5559EDC8EA3DC0810BACCABB60C03CFE92EB569DB0CC3710FE168E63D9685EB8759531749BA462050716399556D1EFAAECDAFB06D9B275088F66458F319FF0FD70BA2A67E5F52040260695A32DFF0DD4E84AC335908CE6276181D2F48DA72952010355B27ABBA893A1A866D3E91EB6C6673F972FCB06ADE930C812868D57B5306DE82D3981125333813CB0B685B4C5BB9C89471146D1670E7B04D026033BB7393A82DA79C089329E3887C87DFDBC6B7C1FBCBBE63625A3C9A844D99AC10C865F685C3324FE4B67DD121FC0BF6C266A5C989348CBBC99C23596608E47C4BF236E6388E450E963A097E636E5B27029AF9B184CCE891B0588240CE56ABFA3DE0380E5E52C3DA60EAFA237EC03B571B0B834D7B6B43C63A929831240B164B328A40CE53AB26740FE37832FB9FB2F29B618879BBB7AEEBF2ABFB5ED65D03B8A611EF76F545BD7DD05318122728AB09EAD6E480D0AC8DBC83389EBE4A3C3F8C2A76D98BA21F7EA4743BA0622F92654ADF8BAA69EB380CBCAEB83F544E72E172996E2508E41BF7282B163C8CFD50DED1B05CFFAB859BD0E353A8359F5D5146A5C9439F973187126786C4F6E37A6A4E322D20AB551B7A9DA00C9C833B8CCD68946D55A48CC559A1A81B9DB47514F44CF6DCC4E4BA3535272153738FC5FE95E3F2423A1A65B6A497DDD1AB84960D67621DCAD9D81B732741204778343C7A98072B87A06034AE2BE732CEA40A791A6DEEBDB9499CB0A52B0472E05ECE5A96EB0EDD6366755DC1A6CE970A578DA12CDB88B761F6A2934D2CBF9E906C4D064852943E8BDAC39A836955C0BB4FA972F6C66AFF34601E680C848B95F55E54C50844B6B86672356C79F0D43458B39A1A445278EFB8E248ACBD3FC3642B4620128F3674C87C3F09F28B26074C4C135A575CB8068E38278B602A8164124032DA068B41B2CBC2EDDC8F188E33DFE3CC89794AEB9CB765CC217B9FE5D3086413CEF3CA1F5E2246C7BBA890FE38F71FA6791BF9F6207B60C1CAA3658A40FA6649ED0D749D055E27A8CF6F91AF3FA3DF9F67AF2A61E19D37CBCC816CB971B94420EC8E2D1A6F103EBA7AAD49CF6FC6AE3F7F5F008485F78A57A0F33D2213A81147079294B137081F76D7D1B8E4DAAC3F5F5FDE3E2E587895AEB893C8599D4DDC707C22647C1EAE7CAB76754173516AB5FE787BF9157D5EB4126E5916C3BAC7228BB0891F1B48BAC7A3AB9C2F147316429E7FFDBE0C484EF3AE3320FF6D4664F9C84068B1CF83F7962E1CE5B110F2EBF9F5E3C2B5A259D73B9364CB6444AAE5E302C9B2613C37891B5DAEE37FD6AFCF2F9705918D6CB17C5B6AA558C489CBE4518164792DF3306CE25DD1E8E38AF5F272B166710F6515A92905128B67BFE98302A195CC83DDAA4173C5CA03AE58D701E1B2152EF68814F42181C4AD2FF160021E34D76CE460492F03F27C856671D9E22B2A6CA91EF19A1137C39111790464FE2407D4AB7AAE3CE965927571E2FB45A41E24168C489B3E1E90A40E173343E6715D11D02BD6959AD585F601119BF8EDF2D180AC8AC811BB49D7F3D802797E5DFF01294E0DCB08EBE4C1806495A4DC2A3CFEBCF1A49713B94EB3F689CC0C272AE9430159CA017DA6D0B4E8935E15CDDA10B1A454ABCA1E09C8B20944FF98990A4DA42FC562405EAF05B247643E5A181905082D234728908D3909AE9F69AF3F5E3740AE4C7CFB5BA462F5C84C0CECC1385DAD718054D2EDC8B31A051E6F2F7FBFA86A16CF7EC385B0E3A70B23AB0701320820B652DEBF532C35207D5D247DAA26790C20B40C17428F9505D05AE1F41E11C8F3EBDB1F152283FB6414D11A01C84A122C93698342EF8829D626E9554A7CFB3BA5166797B3D928A24546162CC3B294E6A62CE9DD3A88A266B162357684A5A616F1EAF4FE816465240A966A9B42542C9EF87EA89C68C202BBB8B9C72281FE829DE877105117F80044B12416148BA55B6F6A4498F7DAA29ABEDFBD87A475605A703D0A9EF48AA6A659C3847C8C2EA3760F7977859EA27226232B16001056B2CE66BBDDD78B50775C27BA054BEC99B0B0A97807F6B3A99D3D2B6AD6E003CE953FE0C481642C8FD9DD804CB0E242A987F7359B125C245273913C69BC9D683D99F3B0A2770C444E792DE5D26BA858EA9A35285B79DBF78E816445244C097989AE98E7EF03797E55FD90B19469F1D437BD5B205256693039509D02FD9192DEDE148308CF3B8459A67617219A1D64D75005C82977B32940CDCA933A105B3B9A5D848CE620C6222A3268C5529A52ED7A5A4231A2DB45340259E7993096B288AFDC4CDDCDA600135F56BC56E17C778C90616B4DB43402E1735B4B684B14F95A95C76E3605A959727B47F3604423907F2A4909D4A70D87140B04C8AA0CE7C693A0AD657687407817CB141C0440030F02519B527D39B3E4223A3B5AFA8024E2D6039B04AD7A0479DB4F7A95A7547D58AFC2DD2EDD197192F7F5DD01E173906DCE0B91620D6653A09A25777D59E6DBA4770744EA9A802C7B3AAC58CA53AA2F7DFD8F39CAE850A387ECEEB927630ED2D63EA858CA53AADE8ADD98C0F84B6358D70584E5F6BB71F51C22931CCEA660354B6AC3EB5CC748C6502C9076C431C5820122B57958B57E771E92E7CE76A5A649DCE2A792DE4DE2FB01E02242520824B1130292D692624184F4BDD914E0946A5F63B569161941B140EEB7E30E02A35979FEEFCEA7356A962620628E05F3ED4E01519F520DEE218368CBB3F400E99A43B0FEDF1F1670CCDE204A1141B3F42DF4D50344DAA003A458D1091E309A95EF2687736D2D5F3D40D2DAD3A858404064CD525D203329207CF50F314015EBD06C0A744AD5B54F76B375C3D434A6D2028456E16E658DC9BE9A7A55787036055E1B42DF46530102EFFCA7150B48B3C4357396AE20A20588380A81699D7E078425BE7F40EF239338797E3740C41A0BAA4C3F95F4C24CA9E43195A1BE8A6C32405815B26BD4992484682C46271D04AEC1480C6111407A2740C47485D7BC3F1F4260A654D2DC505754D70144D462987567A7935EB02995FCC1F544751D40C4980ED6E9FDFBE5E7352B155692754B1DB2FB00227A3E4853E87BC5820122B6E060B4761240BA3A7D3B9C32C29F1C16C24EA9A4D2D0D0B3774707907297AC80F4B14FCDA660A754FF0853034D8B8134006149D6B68F3D83A8D3BF4F7AC18288D014D59466E901B2CD7A4192AC73140B664A25A659F70364903CD6CA404ECFA620A754E28E164D1B45340381B8CD0ECEA69E9F7F42B306CE5DDF0790B48115E2035B6F7F75E7F6FEFA0920DBF0671297E6D93D0011CB10882572C3C3025E7EBDFE8EDEDEDE7EBFFE7A069E5289DD2C4D85C8ED01D94B7A9F7FFFF9FCFCF8F8F8FCFC2DFF423DF1BD5320352C9081623DFFFECCD7BD7D46121175CDBA4B2052A10E305518006157FDEDEBB2BFC9E1FEEAA3AE779F3DA7D267D79066E900027A97ED0EB2DE5CF48FF5FA182CF52915B077DF2510D90B64593AF9CB2924247709E4F7AFBF77263B41E73EC22F5F11C8CF07C67F5F7F0936E8E9F29458B0974831F14520DF3A489EBA0BC11CF9FD68E589BF5D84D50A81FCAC87F08D34C219ED7BEB841DB23D14E3497DE90E0239A31113FCD7FEEBCB0603483EE2FBDFF697F3BF94FB3408E4A2B7EB3B7EC2D203F9B470802B78F769AFA17ECC277FD89E259EF8B67BB2422C3DD7CA208E7A0621EC8E368DFB0002EDF683A3CA4DFE6C37CA73A9555CC5E219B4000B77B0B9788649BBB1BAA725056D55509A97FC89DC16E8E30D10C85957A994AE3B4BB9BC30AEEA3CF4A5677642ACA7B84F20E24A0188A38E06CF83217CD9B0E3BAAE4988FC9C61F59D5ADDD97290EB332601047A842BED6CEAAF7D7F13DBE293B8C1FFD4FD8C70872B6495254B5CBEB67B0C89F924FF0862A796B896F47E1639F06F057A9B49A7811F33909D5A03E7D6B1DA5AF3BA2CBE524079C9F2E02988870D642333F4FA8C690011F7EB80A42AE2DAD4A306B2C1464C10ADBB594A0ABF647990F81E562C8045C4F0CBC42701445AB20C729F0D13DF830E0210ACB86F832E139F0810F025CBD2D149C74208C4DF11A29FA63264842D6D1E4836EF4845E001C982D834FB131F7C121ED240DF68D219C0870C665BF908BB11F46C6913DB81C60C20AA8B05DBCF299614D3751DD0A40308FC17FB36F105D9EEB402BF91260264E0FA10DB8BC5773C5CA6037466C50254574CD77FF8CC0C44DDBF497C6136950F8F68B99FE399E493A7200E941B4CA9860624F8FF001FD1321920D2C204A8AFE610F364D2AB0C9DB26A6777CA97A1E951547A4E03927B4210E7339DD42C98530487C792DED1117F3F70E4EAFE940A3AE91D1C6DAB2984E83A0453F47E98C4F7C0940A7436F51347DB4E0788141F6134EBC4940AE61441F8C3B8A70444CC206134EBC4940AA6D4C9A46335341DF0A7EF307EA19D05F200AA53892FFCFBDFDF61FC92E4C32C17383AA502F240E981277A86533A6388D49F356CE0DEF830E985E83A25BBA83723CEBF772659B266414DA94CF3E76653623FF91E1F79B47E17EE38C300E8FD49E7974B92650024BDD273F3741D11AB1388AC302061F7C8948AE98B7A492D1DD9CB0BFF7FEE4DB2F894CA163A438EFA1D77644A05A22F89FCEC555D0F0FD10944160188C52747A654106D40F8C7924E1088F4F46E904C487A103D816C038A0797F13AF32E1F4ECC2EA0F07C7B888D2207135F8B78CAA8A58718C224E9530422DD76100BD9E8A1621D225F187ED24A1F0F9D40E4FB0E664FEBFE940AA00D2845107DA329FD92253D3CD324CEFB0F14EB10B329FE396DE173161AAF915620BC5F377B02D416A9FC074B7AB912EE76FF583A735ECD40F244BCF566EAE5FA812995692AB7015331796315539EDFAB87ECDD7BCAE9E4DE940A603625A5E7303D85C90291D5D9B0E6AA4DA7BD2995FA6C8AB7C8C4EC5C3DD24D1908DF70611A7009E5DE944ABDCB118B296F1741923B0632381D86EF5A8F15335417F6B000BE33DD3240B7FD4C1A080FC33B41E00795944AA235487C9593DE2C2FA5E3524CAD35C80840D8151455DF246EA1747C775A4B532AE5A497031623BAA737A28F0084C9BE2832AA577030A5E2B3291589919304E6C0BA9EA23E221059A489FDA41685A529D58C384A83245A8A820A7230CBF481C8A96F571EAAF4522509544D7A57E2C8A6D7D3FCFE81C8897E9FFB5E7F96AB34A5320DA5B1979C02029449B7016458CD2986116110A9389B8A99B3CDC9B882350A90816829167342E2AB369B5A56E2818DDC738B3C7B0C205D6A640AC90C09AF27222CAC57F2B5B4943F946D8D2158E300C9933AB4844C6BC6EAC3FA7A1FC9BE167CA9CCA668B1926AFEF938823512900305765C26AAEFA552A6AFD6F2222F5BDB069D6900C969ED4111D93EB84BE1A65EE5F2E7310D272E568F046425871176475E4D64BBA3F4FA29FD908761192A1A7A8B407818111AF1FCF6BE9AC8E6A8EBEB0F0B18F2182F808C086498F5F744AEBA0A9B629DAF67BB8A28DDE7E1B569FE68400675714FA4BA86C8664A756D399316031E4C3ECB312A90B181ACE9DE8DE986F535F3AA6E4A75ED6C6A59D23D1E7141F3C703C2023B4BFD6D694D153F58FFCAC4F7CAA437AE2257E26192C568017D6420BC3896574B5BFC607D7A71BAD91D22705D208EDBD0916E8AD9C83C460592279C887C39885F159786E66E799679C5BE299AB58174807FD73468E2FC5181E44B96FC4A6B0F5989E74517DFA17C01DE153BC99765E913F9CF4BCF877940203D114B5E59E584EDEAB2A0CA1BFA17CFA6B265137944AC85C8CCD2BD2C6E7240F2B81912B189E557975524DD94EAC2D9549A3781232FD56682393A8FD1817022725825E61393AD26A5171171CD8B92DE6C59153E91EF0493A71463F3181F48BE1C269EDC499CA0B9C44958E2EB5E525C2F0BFE782473B0E89125DDA3F3980010165BE321118B3FC6A8CDCF0E0AB4092E487A69DAC4BE3D38BA86F31837BF9A0C109EFD7AC4926E57966D2DFCBCA6E7EAD67B1C9FBB283A4BCA9A458F2773B0AFC41DB7FE981290BE9D64CC864EE20655B53C13C9FB992B76B265D9841E19B8074B77DD68123CA6018455684D30D410C3EE74AB4CCE43B23E0F47D146DE9C98B3C1D676E295C524784C04489EA5BC8731D82F389B11DB0B9B9202F5C2695AB691EF90E136389668074D4E7304229788C332ADCB44C9DC0BCB3A4FD4DBE109ADEA0E87BDB7919A95A2699623906168E78D8CFDAB454C2F289A2251BA8357C97B5386DE62F86CBD5EAE26123E2606A46BF5397B4EF2C48B373788DA2A5FD26B6964659B049EB98F830137FDBA48720472B8271579FB4ED23172BC30E74C2E9616CA699421D7AA416ADD3705DCB05DAD720472AC46E40D2673EFE139B3CE4D7CC6A42ED2849E09255B25495E711AAEC5374CEF9D53C3DB6645B59CD4259816907C95F64E62EC5F3CA36312444D5B15AB65BA3A4925CBD2655A944D93311ADCE5ECD981C34BB97BE4698E404E3B491DB8E4D091BCB38E89E3F96154B64D59ACD26592A65996AD050E194D93654A8BB26EEB380C3CB7BBF4C3C7B2F63AE870F758E708E41B27A175EE2FC8C193DD4DBBFBA9C33C8551A9DBB6AE8BA278A71BCBD88BAA6EDAA6622C7CCFB18FD12033F63E5E3439F79824109600E76DC8CBE983678E1A56EF3CA6E37ABE1F045114D1BAEAAC2ED88B3060285C67D1F75FEC83EF31E34D80A02D9613FCF25304C275ABE50DA7D991E71F18D6F629E764B158B85B632FB6CE34B78DA783FFF7AC6B93D57592E508E46CDD5A5655E01DCA54B7F589615A737B3F21FB0FFFB1651C7DFC0ECFA1DD60DDD0749ADF7CA24058FDC084A8AFE5BE7982A4C1C86CCC348CD3CF2CE60D4B86236FF264AADF7BB240F23CA575DFED30ADEF1E0D7D9E994CAB2CDE87992E8E4903E14836FDC0C3A9D245C60339AFF7AB7ACA38260EA4EF9827017713C6E46A3F7932790963F18E5839D5D8712340F8C4F5BD616ED295DB967D05934D9EECFA61A9DA3346209DADD3B46B0FBA5D4A6B5B17A81783C15302BB6B8395D93413DD9B03D2B9096FD94681E77CD518B36F7CC560B54ABFEA6AE1F97DA398DEC457BD0D205D6592954D1387AC0CB7BF4ABFF930D3652F0CCBB2E75FE1C6F1FC20AADA324FE8AD7CCF9B01D2F94952546D9D777DAA85580B6E4CA858169C4518D76D5DD0E5EA86BEE42D01E14C6892E665D33669C4B0F872B7A4EBA338AEEBF3D62363D15405FBE7D96D7DC31B03D2AB57BA4CDF8BAA6EDBAAA67D3F7163EC455C578C575D30C7387B9285400052AF8CA6CB25A5EF5DC7FDCBD88B82523E10C9B21BFD62B70A640786CFA436C630DC2C887B017277864010081A02412068080481A021100482864010081A0241432008040D81201034048240D010080241432068080481A021100482864010081A0241206808040D81201034048240D010080241432008040D81A021100482864010081A02412068080481A08D6DFF0729DD3821E521FC0D0000000049454E44AE426082','1CED91C5A988055E766B2E50E4CB4213F50972D79BA7809EACA8B43B7B454AC6');
INSERT INTO "image" VALUES(9,'medicatie.webp','image/webp',X'524946461803000057454250565038200C030000D016009D012AAA0080003E6D3697482423222128743800800D89636EE17290F514DFE5758D7BA71D1F35448925D8E0F515B603CC079D17F74F56DFE8BD403FC975007A00796DFB2C6432F911F4EAD1B32F568F816693D965565A16CAACB42D95255FC384498C04967E0EA1A7C6E903E338296EFA02835A85049D89DDF33C492D0ADCAE977095B682AABB7595A9A321C649CDFC02C5D43308C850B64AE3513D7EDA190F20A3CF337D65565926AFA46D3A52D101FC52AD85AD9C9214C193238000FEFD7C14FD187FF1A47F8D22FA5FE378D2B64B3B3C75010CA0E06730811DE7131CB608A796619B5B84B34CC6D438936B7C12E2466DEB23A55B4B205D9345337BD974E2E0D5062EC5E0EB162806FFE71A6DF55676B36E862263DC280E31B7FA0770871AE9DA201D750EFCA136B7FFF0705EA6FD472ADC6756C1440BABE563472C02AB8CC53657C7DE802F0A49450CA13DDC1F88B03647AAA7FE9CB0D2B2EAAE43854B773BFE9B305AB59FF9141369F9A80E32C66B5970818E83AC4321744177B8EC96683102982FC0804EEFEE078ACA9D7F59487218209AE3B0E94E96A448A5DE46B71A96D13BF0B78CB71DC2E0E4F448FAA763C398853E7AE110C8A783BE2383375F7196A55781387B9CA6387F1DD28B974D8A4FCC09F61DBFE88E41D491C699AE7CBBDE97147E5A82CB0FC3F8B68F177CE0384067A6157B5EE750AD16132F748C8BCB321BCB3F60035F5E4E562E1A313227F8A831D24B2BF11C5561DF08DCF84B42375AD770979C99AACAB989551977FFAB7D5482EE5F328891FAB5839D4F8F0FC51174DFD421FD6AF7FF06094CAF587A921EF9899CDEA2130D849AC0D9D5D209E6F5C8E5A9E6388517D38B3E8126AD8851736D948202E9DDD621ACBDDFC876DEBCD05E783FAA00892ACFF3D130517786F9167C8E444957F0553AA127EA5F0EF09CD539E93F9056C3552EA853EAF25C11B5F6B91D8FDFE435E77046E4338EA3036E0C676DC90B42A49B6325B8683AB84A90A895620B99E5092A1A651956B439DBAC22B84C58B4098416B64A89D32C9FE4EFE2C87C068130D52ECCECDCB00DBD3156A8BB63192A3000000000','EEACBF448C0A8D795505D8173BEB8EBD52D7B5631A9691BE9B800858CA744A7C');
INSERT INTO "image" VALUES(10,'meldcode.png','image/png',X'89504E470D0A1A0A0000000D49484452000001900000012C0803000000DA6915F000000090504C5445FFFFFFFEFFFFFFFEFFFEFEFFFEFEFEFEFDFEFDFDFEFDFBFDF6F4F9F2D8E6F8CBDAF5C8D9F3C9DAF3C6D9F3C6D8F3C6D7F2C6D8F3C5D7F2C5D8F2C5D7F2C4D6F1C4D7EBC0D5CCA9CDA288BE9977B48C6DAF8365AC8261A97D5EA87C5CA77B5CA77C5BA77B5BA77B5BA67A5BA67B5AA67A5AA6795AA67858A57857A57857A47757A57655A37354A37351A17253A2714FA034F38D40000008114944415478DAEDDD817AA2461486616A14053734AB1110151756963580DCFFDD7570DB3E6D9F26DBCE1CC210BEFF0A767D3D337370C2710A62551C3E02400820801040002180004200018400420001840002080104100208200410020820041040082080104000218010400021800042000184000208018400020801041002082004104008200410400820801040002180004200217D82E4830690BF264BD3B4B87EBF0E96EFD76FEA9F900172AF8C34BF366DF3FD3068CE4DDB56C5784D1C398E6B7B4DE2C8F35683C6F3A23829DA6AAC2452208AE3107B4BC78A2CBD2869AA349F2E4896B78768A53E8A85EB2E1E06CDDC75DDCE244ADA329D2A487AAD3A0E7731B3A3429CB9DB919C9AD33441D2E6E0298E07C7A62892D5BE1DDFB2250092B6FB956D1C3F48DCB8CDB3C981A46DEC76DF47FBB2983B5153E41303511ECE7CEED819578964D302499BBDB378706CCDD289DAD39440B2EB61355F388EC52271934E09A4F6ECDC3FFEC8C36C75B866930149DBC8593A56C775C2E63C1590BC5BB01E1CDB4546B56819819CEC2F900EC4ABCFD300E90AE4C1F60251EDC8A84AC4312A90D8FE02E90E5AE1888EBE461552597EC4FAF3A09554F90440F22A593AF6AF58F735AB4D2700D23D34598CC0635CEDBA63B2854463D842EEE7ACEA3C019073338A2D446D22CEEA58E61F1FE46B39169031EDEAFA205D17328A3D7D5C9D0820800002082080000208208000020820800002082080000208208000020820800002082080000208208000020820800002082080000208208000020820800002082080000208208000020820800002082080000208208220A74B5FC96D0129CE9E356F949BCDDE9C25B34C9A6F656FE986D3E5C383D8F302B3DF2D96AF67951C7B4C5EDF6E55216432FE57FC751CCB95E7F99FDE48D86BA26E30DC4D660A99118805AFED9DDD351E9F553EBF91759FF15582304E14C96548902F55B21C7E0AD8D2FBF4FC1C048FC1DB79EA2FC166BBDB05BEFF1425B7F2CB802045F17535EC26A2BE0E8AE3F3CF30DE251B65B28ED23A1D1064E84D64A6CAC3128E7B144998DCB2E140BA575BCF7F19D063F5E939B02A3B7F1DDFCCC690198FAB7007F4F86C5179FCC836F0A3BAB80C0572562532D44430E5615979FC383CEC94483E14C87DE4913B587D045666E7C7B7742890BC3CAD66C33C3E597EB21424D8F87B83B396E194B6B4D9CF8798BA3A73BCE7C0569075787CB90C04729F59B16403F9C7A215D5D95020034DCEB377C1FA63D1CA8602C9F3466DECF3775FB01E2D06D9FA91F63406F369D1795147CE3B9FB5EC2E10A3121198A79EE76DBC72168B77DD411EAD06E97691743090EEAC75081D67EEBED3B3DFD9CC7BB6DA23785A8707CD83960848915E9BD8531F95EBBA0FB3F758B17EB51BA45BB3349F32CA8014D9B9A9E368F5E34AC13D3FD9E6E78BF9423B2BCB0BE4BE6669B6EB4220AA48B2A649E2C85BFDA733B0D9A9CCB37C0BB99FB35EF2614114895AB8DAEA98C45DF6D15B37525CC78BF5B30FFD6D60FD26722C2F038314DD7598ACAC1A95BADDBF01A23C4E6DA39D361A01C84E73571705B9FFACAB54D2F4D4BC3105B4F3A84EE75433DF0EE1FA29B07F57D7EB44C4417EFEEBEEDD43FF71E8A53C02220962E80188DE6F89F56BB71A4D3D00D1FC71F71510630F40446FC69B7B00220922E00188568F58EF978B7E3C00D17BFCFB6F6D88880720BABFB42FFAF10044AA0D11F200440844CA031099BE50CC031091BE50CE0310893644D003100110490F40CCFB42510F408CFB42590F404CFB42610F400CDB10690F40CC40C43D0031EA0BE53D0031E90B7BF000C4A00DE9C303107D905E3C00D1EE0BFBF10044B72FECC90310CDBEB02F0F4074DB909E3C00D10299F7E601885E5FD89B07201A208DD79F07203A6D8877E8CD0390FF9FF2D45F7D00A2255266052036DD3AF95A0062D7DF8700020820800002082080FC14A4C8437F633BC87A9754130129F23AE25D273625BD45FECE7290AD1F7DD3FBDF8D1224B61EC482F765BDE3265225D6EFE9FAEF1B1F23485184BEF5244975990AC808D62C8317F78E11A45BB31E3FE88A354A10EBCF595B3FD41E21324A90AC4A3E6A818C13C4F212D9693721A30529CAD4DE37933E05EBA4FE3231902FF57E1D3C7DBC056BB420161F7D0DA7828D15A4C82CDD4694475E4E11A428EAC8DF6C2CF438BD98DCB9192F485ED4B1BFB6AB487681AA0F238F3157C8E572EBDE026F0FC9A69BBC5A1BDE491B3148F7A75AC7C8F73776906C77BE1F25B7DC70CAFDA8418AF4A5DE2B9260B7DB0EBC9B6C02DF0FE3D2787AF7C8418A3CABAB7DA4BE9BFE3AD86E7ACE76FBC69D8675145F6E85F915DA9183A81631AF6F877D14859D4ADFD9BEEA111D5E6E85C40DF3D18374534B5E6EB7EA78D8F79E573B1FD59CB727990BFF1F00442D5C699A972F75FF794D447FC2D1C704F97D3BE93B69F19A88FEAD9F0F0CF23EBDE82B2226D36F01E941C470AA3D20D2225BB347BC80488B3CF9E1FD7E122096883CE95FC402A41711FDE1B780F422A27F9917905E440CEE2A02D28788586B08889088546B08889088546B08889088546B08889088546B08889088546B08889488506B08889488506B08889488506B08889488506B088898884C6B088898884C6B088898884C6B088898884C6B088898884C6B08889C88486B08889C88486B08889C88486B0888A088446B0888A488406B0888A488406B0888A888796B0888A0C82D0A4B3675BB6A645FE780D8235216C7920AB1AA4658B23E5A000184000208010410020820041040082004104008208010400021800042002180004200018400020801041002080104100208200410400820801040082080104000218000420001840042FE96DF00CA8395848B7F076C0000000049454E44AE426082','9B7086B5E0D3FB0EB46758C7189488E4E53F52ED20624C5CAD0116AFEEEC5323');
INSERT INTO "image" VALUES(11,'palliatief.jpg','image/jpeg',X'FFD8FFE000104A46494600010100000100010000FFDB00430006040506050406060506070706080A100A0A09090A140E0F0C1017141818171416161A1D251F1A1B231C1616202C20232627292A29191F2D302D283025282928FFDB0043010707070A080A130A0A13281A161A2828282828282828282828282828282828282828282828282828282828282828282828282828282828282828282828282828FFC0001108017801F403012200021101031101FFC4001C0001000203010101000000000000000000000607030405020108FFC4004E100001030202050707080903020505000001000203041105060712132131224151718191C123326173A1B1D1142435425272B2E11533365362748292A23443C263F016375483F1088493B3C3FFC400190101010101010100000000000000000000000102030405FFC400281101000201040202010403010000000000000102031121313212412233044251718113436162FFDA000C03010002110311003F00FD08888B8302222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222735F9BA50116A4D8950C06D356D330F43A56FC5628F1AC3240E2CC429486F13B402DDEA6B09AC3A08B422C670D95CE6C75F4AE2D173E506E0BEC58B61D34DB28ABA99F2589D56C83804F283586F22D2662B87BEA190475B4EF99E6CD63640493D8BEC98A504733617D6D3895C43433680927A13583586E22D6ABC428E8C815755042E3CCF7807BB8AF755554F4916D2AA78E18FED48E0D0AEB06ACC8B199A211094CAC1191AC1C5C0022D7BAC0312A131B5FF2CA7D47703B41BD4D60D5B68B44E31870241AEA7B8FE35F3F4CE1BFFAEA7FEF4F28FDCD61BE8B49B8AE1EEF36B698FF00EE0593E5D49B4647F2A835DFB9AD120B94D60D61B28B0D55553D2318FAA9E3858F76AB5CF75813D174A8ABA7A6A7DBCF3C71C1BBCA39DC9DFC37ABAC1AB322D7F96D2FC95D53F2884D3B05DD28782D1D642F30E23453C6F921AB824631A5CE2D7836039CA9AC1AB69169D3E294153BA0ADA690F436417EE5E21C670C98DA2C4295C785B6807BD3583586FA2E78C6B0B2F2CFD214BAC371064010E3585894C6710A50F06C46D027947EE6B0E822C3055D3540F9BD4432FDC90159B8715411111444440444404444044440444404444044440444404444044440444404444044440444404444044440445E65919146E9257B591B06B39CE360074A0F4B998BE3B4185022AA6BCB6DD0B394F3D9CDDAA2B8EE6F9AA64F926081ED0E3ABB60396F3FC239BAF8F52D2665E8E8697F4866399F1B5C7753B0DE591DD04F37FDF05CAD935EAE737FD99B10CEB5D50E7330F8594ECE3AC46BBEDD3D03B946EAEBEAEB09755D54D2FDF7923BB82E941155E3D506970CA5653D2B4DF519B98C1D2F77171EBEC0BA98853E1B95E16B1AD656E2EE170E945D917A757DD7DEB8CF95B799D9CE759DE5137C12471B5EF8CB18FF0034B85B5BD23A47A57BA5A59EB25D9D342F9A4E3668BD8749E80A4F8165CAAC6E5FD218B4B23619394093CB947A3A1BFF006160CC38BC4E69C2B036361A06EE7BA3DDB63E93CE3AF8ACF8691ACA78EDACA372C65921638B1C41B724EB0BF5F3ADD9708AA828854D6345344FDD189773E43D0D6F1ED360BAF864D478435B241036AEBED7DB4A39119E86B79FACAD7AFAB9ABEA4D4553F5E5B581B6E03A00E65348883487163825758B5A47A782DA8A9764F63E394B5ED3705A2D63CD65B08B28C5B061797BCB9EF26E5CE75C92B6AAE796B25125548E9A402C1CFDF61E8589107D26FC77F5AF88880BEAF888096F42220FAE25CDD57125BD07785EF6F2FC85D47B477C95CE0E315F75C738E858D11585B018DB23619648DB20D57807738741E95E0D1011EB3261B51C5A5A45FA8FC6CB65111CC117946B653B304F9CE69207A772DAC430AABA28D92CF10753BC5D934675E370F411E2B64804588B85D3C1B17930D85F4FB264F4921BBA17F0F4DBA2EB51A7B5888F68ED251CF585CDA666D5ED17D9B4F288E9039FB160702D25AE0411B8822C42EF62B4D46E22B7057BE9E469D6753B8D9CC3F69879C7A3885DAC2A5A1CD94C69B136B63C5236F26760B3A41D3E9F483D6158AEBB115D76429F0C9135923A3735AEF35F6DC7A8ADFC3F1BC528DCD14B5735B9A371D769EC2B7EA21AFCAD5863998CA8A298EF63C5E29875733BDBD6B7EA32ED262F442BF2EBF54FD6A67BBCD77403CC7AF72B159F5CAC44FA6CE179E412198A53DB98CB0F375B4F8298515653574026A3999347D2D3C3D07A15634D534EE95D4798A9DE1CDE47CA1A356688FF0017DA1D7BD6D5660F89E5F78AFC36A0CD4D6D613C3F67F89BD1DE174AE4B473BB51795988A3396F3541899653D586C1587736DE649D5D07D0A4CBBD6D168D61D6262781111551111011110111101111011110111101111011110111101111011110111101111011109B0B936039CA0C5533C54B03E7A891B1C4C17739DC0055D62B89D7669C4451D031C2981BB63E1703EBBCFF00DDBAD7BCC78ACF98B148F0FC3417D307D9807FB8E1C5E7D03DDBD4CB03C2A9B03C3CB439BAF6D69E63BB5ADCFE803A171999C93A470E73F29D23873A96830ECA586BAAE73B5A9B58C96E53C9FAAC1CC3FF0092A3145495B9BF16927A8798E0679CEE2236F331A3A7FF0092BED74F539B730320A725B4CDB865C6E6339DE7D27E014FE08A9305C2F559E4E969D85CE2789E927A4952222FFC4244797F0E56355D4B95F07641431B1B33F744CE3BF9DEEE9F12B8593F017E233FE94C5019232E2E6364DE6577DA3E8F7F52D1A28A5CD59865A8AB3A9491F2E4B9B06463836FE9F895D4C7B1FDBB3E4987792A468D42E6EE2F03987435666D13F29E3D26B13BCF0DCCDD8D31F4EEA0A196E5FC999ECE66FD907D3CFE850F631AC1660002F48B95AD369D65999D64444596444440444404444044440444404444044440444405E58D7433C73D33CC53C6E0E6B9BCC57A4416250CF4D98707D5A98D8ED61AB3457F35DD23A3A4150A7B6B327E381CD264A67F0E612B3A0FF10FFBDC56BD1D54D4750D9A9A42C90738E71D07A42976DA9735E132524A1B156346B0BFD577DA1E8E62BBC5BCE3FEBA6BE5FCB362F8551666C3A2A9A77B5B2B9B78A7037DBECBBD1EE518CBD8BCF97B10930EC4C38536B6AB9A77ECCFDA1D2D3F9ACB92F12970BC524C26BAEC648F2D00FD493E07E0A499B7026E2F47AF0802B611E4CFDA1F64F87A56BB4795795E7E51CB9399B29B2A186B3066B448794E85A792F1D2DE83E8E057CCA399DCF7B6831579125F56399FB893F65DE9F4F7AF190F1A707FE89AC24117D81771047167C3B42D9CEB97455B1F8850B3E70D1796368FD60E91E91ED4FF00DD0FFD552F4513C93980D744286B1F7AA8C5E379FF0071A3C47B42962ED5B45A3587489D63511115511110111101111011110111101111011110111101111011110111101111014433FE3269A9861D4EFB4D336F291F559D1DBEEEB529ACA98E8E926A99CDA289A5EEEC55E65AA4933066296BAB06B451BB6D203C09FAACEADDDC173C933D63DB179F509264AC1061D442A6A196AB9DB7B1FA8CE66F5F395A3A42C5B650330D85DCB9007CD6E66F337B78F6297D4CCCA78259E6368E3697B8FA06F55D65A81F8FE6792B6A9BAD1B1DB7783C2FF51BFF007D0B37DA2295F696DA3C612BC9F847E8AC303A56DAAE701F274B47337B3DEB8DA45C4ECD870C84EF75A596DD1F55BE3DCA6B2C8D8A37C921B3180B9C7A00DE5545256495F8CCD5CFF39CF3201F67EC8ECDDDCA649F0AF8C25FE31A43A724BF22C31986C04024EBD53C7D77FD9EA6F0EBBAD0445E799D5CC444510444404444044440444404444044440444404444044440444405969A7929A764D038B2461BB48589115D2CD2D66234906334C3525044352D6FD577D57787729A659C4C62B84433B88DB379128FE21CFDBC7B54170C998D95F04E7E6D52DD8CBE80783BAC1B15B9916AA4C3F1D9F0DA8DDB525847448DBFBC5FD8BBE3BFCB5FDDBACEEC99F70B75255C78AD25D81EE1B42DFAB2733BB6DDE3D2A5B97B136E2D85C5522C25F36568FAAF1C7E3DAB6ABE923AEA29A967178E56969F4741ECE2A0592EAA4C27304D86D57244AE311079A41C0F6EF1DA16E7E17FF92D75B7F2FB9CB0A7E1188C789E1F78E27BF5B93FEDC9C7B8FC54D301C4D98B61915532C1E7932347D578E23C7B567C468E2AFA19A9671E4E56D89E83CC7B0EF502CA555260998A5C3AACEAB2576C9D7E01E3CD776F884E96FF0092759FE5632222ECE8222202222022220222202222022220222202222022220222202222022271410CD23E21B3A6A7A061B190ED64FBA380EFDFD8BB59470EFD1B8240C70B4D2F9593ACF01D82CA1B38FD3D9E750F2A1DAEAEEFDDB38FB8F7AB2D72A7CAD3673AEF3328AE90EB8D3E111D2B0D9F52FB1FB8DDE7DB65B391A83E4781472385A5A93B57757068EEDFDAA319C1EEC5336C74519B8616538F413BDDEFF62B198C6C6C6B231663406B47401B8257E5799FD88DED32E067AADF9265F958D367D438423AB89F60F6AAFA8D9AB16B1E2EDFD8A45A49A8326214948CDE638CBEDFC4E361EE5CFC52014B5F2D38E10EAC7DCD0171CB3AD98BEF2D44445C9811110111101111011110111101111011110111101111011110111101111038ACB8B48FA7ADC3F148AFAF231B213D3230EABBBEC0F6AC4BA55F4E66C991CF6B9A6AB3FDAE001F6D96ABED6163412B678639A3DEC91A1EDEA22EA03A41A375262B4D8841C9328172399EDB58F75BB948F23D4FCA72E53826EE84BA13D8777B084CED49F2BCBB5040BBE0B4CDECE3EC257A6FF2A6AED6F955D5C36ADB5D87D3D53384CC0FEA3CE3BEEA1BA46C3F525A7C46216D6F25211CC46F69F78EC0B7F47357B5C266A671B9824B8FBAEDFEF0576F30D10C4305ABA7B5DE585CCFBC378F724FCE84FCAA65EAFF00D2783D35492368E6EAC9F786E3F1ED5D1506D1AD61BD65138F44CC1EC3E0A72B54B7956256B3AC0888B6D088880888808888088880888808888088880888808888088880B5B13A9F91E1B55507FDA89CE1D76DDED5B2B819EA5D965AA9038C8E647DEEBF82969D22652674847F46B4DAF5B5954FDE63608C1F4B8DCFBBDAA7FB86F3C39D45F4770ECF02925E796771EC000F8AEEE3137C9F09AD9AF62C85E475D8AC63DA8CD36AA059481C4738C954FDE1A649FBCD87BD590A07A3287CAD7CC479AC6460F5924FB829E8E22EA61EBA98F856D5A3F49690447C58DA86B3B1837FB8ACD9BA23163B3B88DD286C83B45BDE161C9DF3BCE324E77DB6D2DFACD87BD48B3BD1196922AB60DF09D57FDD3CFDFEF5CB4F2A4CFF00D634D6B32852222E2E6222202222022220222202222022220222202222022220222202222022220299525099322D444472A589F28DDE9B8FC2A29454CFACAB8A9E2F3A4706F57495683206369C53B47930CD981E8B5976C35D75974A46A8668CEA2F157D3DF8164A3B6E0FB829A4D136786489E2ED91A587A88B2AF3478E30E3F5101DDAD0B9B6F4B5C3F35632ED8B7AB74E15D68FA434D8FD4523C9BBE37308FE261FFE558BC15710FCCB48A5A3734D511D8F1F9AB1D4C5C4C2538D15B61A3F44E7D308E4C667745FD2FE1EF0AC955C67B69A5CCF1543771732393B5A6DE0158F70EDE381DE98F699829B6B02222EAE822220222202222022220222202222022220222202222022220289E921F6C1E99971CAA81EC6952C55DE77C59988D5370F8A2707D35416EB97021F716ECDEB9E59D2AC5E764A725B3532CD0F1E5073B7FA5C57BCDEFD4CB5881BDAF1EAF79016DE0B492506134949316992166A38B785EFCCA3D9F7178A2A4970B31BCCD331AF0F046A81ADCFDC93F1A6E4ED57CD1AB2D8656BEC7953817E9B37F352C99DA90C8E26C1AD26FD160B839168A4A3C09A652DF9C3B6CD00F06902D7F4EE5B399F178B09A11B68DF21A80F8DA196DDC9E26FD695F8D372BB5513D1B375B16AA908BDA0E3D6E0AC296364D1BE391A1CC782D703CE0A8568D68A5647535AE2DD948042D1CF769B93D5BD4AF16AF8F0CC3E5AB95AE7B23B5DADE26E40DDDEA62DA9B94DAAADAB236435D53044E2E6C323A3B9E3B8AC2B7F03A038FE3B5D3B1C62A72E748EBF9C3589D5F41DEB1E25413E1D5261A96D8F16B87070E90BCD359E7D38E9EDA8888B282222022220222202222022220222202222022220222202222022292E5ECBAFA961A9AC6EAB0B4ECA377D6246E27D0B55ACDA748588D5E720BA29312ACDC0C91C6355DD173BFC14E4711D6AB2C895ACC3F1A753CCC717D45A004706B83B9D598BD3867E2ED8F857196BC867A923F33CA4ECB77EEF62B1D5635152305CEF515350C73DB1CCF790C3BC87036E3D6ACD690E682381174C5EE129EE15CE65F219EE393CDBC903EE7B37AB20F13D6AB8CFCC7419929EA1C2EC746C70B71E49DEA7B8656B312A086B226B98C981706BB88DE4782639F94C15E6610AD2733E7140FDFBE37B7D1C47C54D70C7ED30DA47DC1D68586E3EE8516D2540E752514F7018C7B987A49205BDC575B276231D7E0D1323639A699AD85DAD6DE4346F1E84AED92608ED2EE2222EAE8222202222022220222202222022220222202222022220222205C0DE780DE5549838388669A62EDFB5AADA1EAB97782B3B1B9FE4D83574DC0B21791D76B0F7AAFF0047D06D330B5F6DD0C4F776F01EF5C72EF68872BEF310B34F4AAAF3CCBB6CCB5406FD46B631D8D1E255A8379B2A92AFE7F9AE403789AB357B35EDE099B8885C9C68B568A2D851D3C23FDB8DADEE0028569324BCB87C5D0D7BFDA07829E1E2556BA45975B1D8D9FBB81BED24AB976A17EA95E468B6796694DAC5E5EFEF71F82C3A4093532E3DA2FCB958DF693E0BA79722D860187C6458881A4EEE917F15C2D25496C2E923DDCA9C9EE69F8A5B6C6B3B55AFA338FC8E2125B8B98DF613E2A4998A1865C1AADD3B1AED9C4E91A5DF55C06E375C6D1C3357059DFF006E73CDD0D0BAD9A9FA996F1122DFA9237FA48094FAD2BD55AD2C86A01D56BB59ADD67002F61D3D4B22EBE8DD97C5EA9DF660B5BA6EE0A4D8AE59A5AC25F4D6A698F40E41EB1CDD8B84639B5758622B331AC2048BCB64639C5AD3CA048B2F4B9B022220222202222022220222202222022220222120024EE038A02F4C63E476AC6D739D626CD17361C57432D61F1E33572C7B62C642D0E7102E4DCDAC14F2970DA5A2A5922A58C47ACD20BB8B8EEE72BA531CDB76EB5D501CA0F86AF30C314B1B5F1EA39C35F9DC05C6E5660DC4155464A76CF33508DDBCB9BBFEE956B2ED83AB78F854A3E699B776ED9D7731FE356D9DC4AA97350D8E68AE3D1307F47302AD90758070E077A62E66129ED58E9062D4CC523ADBA5898EF65BC1587844BB6C2A8A5FB70B0FF88509D2545AB88D14B6DCF84B6F6E877E6A5193E4DAE5AA03F65859DCE2129B5E616BDA5C2D264378B0F9EDC1CF8CF6807C0AE968FE6DA65C6339E295ECF6DFC578D21C5B4CBE1FCF14CD3DF71E2B4F4692DE92BE1FB3235FDE2DE09C654E2EEA67A876D96AA0F3C4E649DC6DE2B85A339AD357D393C5AC900EA241F78530C620F94E135B0DAFAF0BC0EBB6E55E68FE7D9E628DBCD344F676DAE3DC97DB24496DAD12B3D11176751111011110111101111011110111101111011110111101111047B3E4FB1CB7336FBE57B231DF73EE5C6D19C1CBC42A0F306463DA4F82CDA4B9ED4D41003E73DD211D400F15BBA3C8367801908DF34CE7760B0F02B8F393F872E6E92CAF1144F90F0634BBB85D55593D86A733D138EFB3CCA7B012AC5CC936C300C424E710B80EB3BBC54274750EBE392496DD140EF6903E29937BC42DBB442C8554E75799B335681BF54B631D8D0AD61BCD954B59F3DCD928E3B5ADD5E9DDAF6F04CDC441938D16B53C622A78A302C18C6B7B85942B49B26FC3A3BFDB7DBB829D1E27AD575A49935B17A58FEC417E3D2E3F0572ED45BF549321C7A996A9CFDB7BDDFE56F05EF3C3F532C55F0E51637FC82CF94E3D9E5BC386EDF1076EF4927C573F484ED5CBB6B79D3B075712ACED8FFA38AB93A336DE7C45F7E0C636DDA54EA5706C4F71E01A49EE50ED19B3E67883EFC6460EE69F8A96620E2CA0AA70E2D89E47F694C7D0A7555F92DBAF99A86C0100B9DBFA354AB0ABF00C3EB2EE743B290FD78B927BB8281641687664A7B9F3637BBFC7F35692C61889AEECE38D6375518BB63C3F16A8A30E73C44E0D0FB71DC0F0ED5B55584D7D2DF6D49281F6837587785A7983959B2B357793542D6EB0ADA3B9C6DD2B15C716994AD75D551A2ED691DE5B8A5186727C89248DD7E51E3DCBB180E05415B80D0CD3C4E33491EB39E1E4126E567FC73369AC278EFA21A8A479AB05A6C2B0B3554CE94BF68D66ABDC08B1BFA168658C2BF4DC150F336C0C4F0DB6AEB5EE2FD2A4D2627C53C675D1CB44CEC4657AEC3A9DF7A9F965ECE6F2352C40DFC6FC572B14C65987D299DD03A401C1B60E038ACCD6627496BFC76D6234E5D545B791295B9AF0B9AB5AF34A239CC3A846B9366837BEEE95AAFE46366878B0546C4BB9C8D6B5D59ACC6F296A4D67497C453E8F2AE1AC3CB13C96FB525BDCA219E2962C3F13822A3698A37421C5A09E3AC45D6AD8E6B1ACA4D662356A430CB33B5618DF23BA18D27DCB2621455587D3327AC81F131EED56EB5AE4DAFC1583965C5D97F0E76E04C0DBDB75D71B48E0FE848081B8540BFF006B96A714457C9AF0D23568651C229715A37D554992CD90B366D3606C01B93C79D77B3050D3D3658C463A48238C6C49E48E3620EF3CEB9BA36FA26ABA76FF00F10BBF8FB03F03C41A4D81A77FB974A563C356AB11E28568D9C062F54DE7741BBB1C158ADF3875AAD3474E231F701C1D03EFDE0AB2871570F531F0A9703F239AE906E3AB57AB7FEA215B4AA5A9F219BA4E0ED4AEBF47D756DBBCE3D6A61F7098FDAADCFF001EA6639CDBCF898EFF001B782B270D936B8752497BEBC2C75FFA428169223D5C669DFBB9700F638A98E5693699730E77FD10DE37E1BBC129DE616BDA51FD26457A5A096DE6C8F65FAC03E0B7B47B2EBE5ED4BFEAE67B7BEC7C57CD21C5AF97C3EDFAB9987874DC78AD3D1A4B7A3AF8AFE6C8D75BAC5BC138CA9C5DDCCDB0EDB2DE20D02E447AE3FA483E0A27A369B5715AB8B9A486FDCE1F153DAD884F455109FF00723737BC1558E469763996941DDAE1D19ED69F1097DAF125B6B44AD4B03B8F03C5549869FD1B9A600EDC21AAD43D5ADABEE2ADB55467288D3666AC2DDDACE6CA3B403EF4CDEA5727A95AE771B22C74F289E9E29470918D7F78BAC8BB36222228888808888088880888808888088880888808888088882B8D234FAF8D431734500EF249F8299E5783E4F97B0F8C8B1D9071EB76FF00155DE6B90D6667AD0CDFE5444DB7A006FBD5AD146228991B7831A1A3B05971C7BDE65CABBDA65C0CFB2ECB2DCCDE7924633DB7F05C8D19C5BB109ADF623BF79F82CFA4B9B5682861FB72B9FDC2DE2B674770EA604F92DFAD9DC7B0003E29CE539BA4E5C18D2E3C1A2FDCAA7CACD3539A288917BCC643CFC2EE5676312EC309AD9786A42F3FE25579A3E8B5F3146E23F550BDDC3D0078A64DED585BF310B39561A40935F314A3F77131BECBF8AB3D54F9B9DB6CCF5C3FEA060B9E800267EA64E1676151ECB0BA38CDEED85837FDD0A37A4975B0AA46DBCE9C9BF534FC54B58D0C635A0583401DCA13A4D7F93C399BFCE91DEC016B26D45BED56E68E19AB824EEDDCAA83EC685DCC7DC1981620E77014EFF72E664066AE5B88EEE5CB23BDB6F05BB9ADC5996F1123F724779012BB508EA8568E9A4E3EE36BEAC0FB9E8DE1594ABCD1B36F8B55BAFE6C16B75B87C1588388EB530F54C7C2A5ADE5E6E9753957AEDD6E7E5AB69DE71EB552D3F94CDECD4E55EBAE2DCFE515B278A987DA63F6AEF49247E97A417DE20DFF00DC54BF2A8232DE1A08B1D88F7950DD23FD3B0FF2EDFC4E536CB9F4061DFCBB3DC94EF2B5ED2E46915C4600C0383A76DFB8AD7D1A340C36B5DCE6603FC7F359B48FF4145FCC37DCE58B46BF45D67AF1F8424FDA7EB42F4DCE3FF8A32FB6E754444DBD3B50A319B3E8877AC6F8A9069A9EE39CF0561F35B0348ED94DFDCA3F9B3E8877AC6F8AE593BBD13DB1A77A0371FF00C3F8A8B9B0AB6D8747930B5715F239BAA0B376AD65C5FEF02B26805EE3856351FD51511B875961F8058F1BFDADABFE73FE416EFD61CFF2BBCADA779C7AD575A4807F4C529B6E306EFEE2AC5779C7AD57DA4BFA4687D4BBF12DE6EAE77EA9665620E5CC3AC6FE442E6E90C13978103709D97F6ADEC9FF00B3387FAB3F88AD5CFC09CB53585ED2464F7AB3F5FF004B3D5CFD1991F21AF17DFB569B7F4A95E20DD7A0AA68172E89E2DD3C92A1FA32236788B6FBF5A336F459CA6B2375A37B785DA47B131F429D557E41706E64A6BFD68DE07F6AB4955192C96667A1037DDCE6FF008956BACE0EA98F854D9A86CB34571DDBA60FDDD40AB66F7DFD3BD5599F19A9992A8EEE5318EDDF747C159B44FDA5153BF7F2A261DFF74262ED629CCA17A4C8FCA61D2EFB59ECF715DBC8B26D32CD30FB0E7B3FC8FC573B4951DF0EA293772662DEF6FE4B3E8EA4D6C0A566FE44EEF6805236C9291DDD0CE316D72CD70B5CB5A1FC3A1C0A8C68D25D5C42BA2FB5135DDCEFCD4D3188B6F8456C56BEBC0F1C3F84AAF747D2EA661634FF00B90BDBEC07C12FB5E256DDA1678E215494BF30CD918E022ACD5ECD7B7B8AB695519C2334D99EB4816BBC4A3B403EF4CDC44993D4AD722C6CABBD2441A98B534D6DD2C363D6D27E2158513C4B13241C1ED0EEF1750FD2543AD4345381E64AE61EA22FE0B59635AADFABB994E6DBE5CA07937223D43FD248F05D6516D1D4FB4C0E58AFBE298EEF4100FC54A56A93AD616B3AC0888B4D08888088880888808888088880888808888088880970D1AC780DE516863D3FC9B04AF9B9DB0BADD64587BD26748D52559E06D35F9A294BB7ED2A76A7AAE5DE0ADB559E8F60DA6600FB6E86173BB4D9A3DEACC5C70C6DAB18F857DA4A9B5B12A386FE6425C7B5DF9294E4F8B6396A8073B985E7B492A0B9F2532E64A903FDB63231FDB7F1565E1F17C9E829A1FDDC4C6F70094DEF3295DED32E6E71976596ABCDEC5CC0CEF700A31A358B5B10AD96DE6C41A0F5BBF25DAD21C9A997C32FFAC9983BAE7C16968D22B5257CB6F3A46B01EA04F8A5B7C904F784CC6F202A966F9DE6D75B7ED2B7985FEBAB6AF6DFD1BD54D9687CA334D113BF5AA0C86FDA5337310B93D2DA3C4F5AAFF496FBD750337EE89C7D1BDDF929FAADF48CFBE3B136E7914EDF69255CDD4C9C25D9319A996687701ACD2EDDE9715E73B3B572C566FB6B6A37FC82DBCB71ECB2FE1CCB5AD034DBAC5FC573B3F3B572D4A2DE74B18F6DFC159DA9FD2CF5713466DBD4E20FB708D82FDA7E0A7CDF3875A83E8C9BE4F117DFEB46DB7612A6F7B6F3C06F4C5D60A7554D82794CDB4A59BC1ABB8EAD6255B2AA7CA80BF34D096EFF002C5DD96255B0B383894C7C2B4D22389CC001E0D8196F6953DC09A1982D034701033F08500D21107313EC7840CBFA37156160E0B709A10E1622065C7F484C7DE52BDA5C0D23FD0517F30DF73962D1AFD1759EBC7E10BDE921D6C1A99B6F3AA07B1A5346ED0306A975F7BAA0FB1A13FDABFAD5DE99A4D6CFB86B2D6D4A78B7F4DE4715C5CD9F443BD637C57534C3207E91695A2F7641003DAE27C572F367D10EF58DF15CB2767A6DDB1A5FA0092F4F8E456E0F85F7EC70F05EB1BFDADABFE73FE416BFFF004FF20DAE3B1EFD62D85FD97785B1993C8E6BAD237DAA03B7F615ABF4873FCBEEB69DE71EB500D26340ABC3DFCE6378EE70F8A9F13724A81E9341DB61C6DBB52417ED0BAE5E8E77EA90E4B717658A1BF30737B9C579CEE09CB159617B1613D5AC13241072C51D8DEC5E0FF715933834BB2CE216E6603DCE09FEBFE8FD28EE8CDC36B88B6FCAD58CDBB4A9E0DE45D57DA347018857B79CC2D23B1DF9AB04711D698BA94EAA932FF91CD5460F2756AB56DD1BC8B2B6954B0DE0CDCDFAC595D6EBF28ADA3C5670F1298D5AE9163D5C7DAEB0E5C0DEDB1214EF007ED302C3DDBF7C0CE3D5650DD2532D8951496F3A122FD4EFCD4A7283F699670F3726D196EFF43884A7D9257B4B4B4851EBE5D2E1F52661E1D63C56868CE4BD36211EEB8918EEF04782ECE748F69966BBF85AD7F1E87051CD1A496ADAF8F7D8C4D7773ADE293B64827BC27AE687B4B0F070D53DAAA7CACE34D9A289A775A6319BEEE20B55B23710554B55F32CD927308AB6FD1BB5EFEE299B69892FEA56D2ADF48D0EA6391C9CD2C0DF6123E0AC93C4F5A8369322E4E1F30E97C67D87E2AE68F8ADF849B2DCDB7C030F909B930B41EB1BBC169E78876D96AA8F3C65B2771F8158F214BB4CB7134F18E47B3DB7F15D7C5A0F94E155907EF217B7B6CB51F2A1CD50DD1A4F6A9AFA727CE636403A891E2A7AAAFC833ECB31C2D3B84D1BD9DB6B8F72B41670CEB54C73B0888BABA08888088880888808888088880888808888088880A3B9F66D965C95BCF2C8C67B6E7DCA44A15A4C9AD050400F9CE7C84750007BCAC649D2B2CDE74863D19C3BF10A823EC460F793E0A73C4D946B47D0ECF2FED2DBE599CEEC161E0A48F788D8E79E0D05DDDBD31C69584A6D0A9712F9FE6B9C0DE25ABD41D5AD6F056D9E26DC154F951A6AB345139DBEF2994F602E56C2C61DF594C7EE50CD264B6A4A08AFE748E7DBA801E2B7747B16A65FD7B7EB267BBBAC3C17134952EB6234515FCD88BADD6EFC94A32745B2CB5402D62E6179ED71295DF2491DE5D1C424D9505549BB9113DDBFEE955AE428F5F325313F518F770FE1B78A9FE66936597B117F3EC1C3BF778A85E8E23D6C6E77EFB3203ED7009937BC416ED0B1D55D9FE4D7CC738BDF522637AB937F1568AA9F379DB668AE00EB7940C1DC05933F53270B430E66CB0EA565ADAB0B05BA392147B48AEB605136F6D6A86EEE9DC54A18DD5635A3EA803B9447494EB61946DB79D3937EA69F8ADE4DA92B6EAF9A346DB0EAD75B79980BF4D9BF9A96CCE0D86471E01A49EE519D1CB6D814AEBF9D50EF606A9157383286A5C78362793FDA54C7B520AF556392017666A2239B59DD9AA55AAAADC82D2ECC94D6FAB1BC9FEDB78AB49670754C7C2ADCFF00FB4953EA99F8559741FE8297D533F0855967B717665AC07EAB58DFF10AD0A66865342D1C1B1B40EE098FB58A7328AE927E89A4F5FF00F12B268E3E839FF983F85AB1E927E89A4F5FFF0012B268E3E839FF00983F85A9FED4FD6AB74B4E6BB49603483AB1D383E836FCD68E6CFA21DEB1BE2B634A5FF99D375D3FE16AD7CD9F443BD637C572BF67AEFDF1A47A017346258DB6E358C11103D01E7E216FE6BFDA9AEF5C3DC1727407F4F62DFCA37FFD8175B35FED4D77AE1EE0B57E90E7F99DD6C283E937CDC37AE4FF008A9C2856931A3E4F87BF9C3DE3D8175CBD25CAFD5D4C85FB3307AC93F12DDCD2D2ECB98881C7624F76F5A1A3F71765B603F566900EF07C57531F697E0588347134EFF7257A11D50AD1BB80C62A9BCEE83776382B1156DA3A7018FBC1E2EA775BBC1564A987AA63E152E2F687365491C80DACBF45B940DD5B6EF38F5AA9B37031E68AE277F950EF602AD7075803D22EA62E64A73283E9359F47496FDE36FDC6CBB390DFAF966017BEA3DEDEAE55FC573F496CBE1D45258F26622FD6DFC967D1D3F5B0291B7BEA4EEDDD1700A46D9648EEECE608F6B81620CE981FCD7E02FE0A0BA3A93571F737772E070EE20AB1AA59B5A69A3DFCB8DCDDDE90555D919FB3CCB460EED60E67F89F8264DAF592DDA16AAAA73AC661CCD5A46ED62D9076B42B5956DA458B571D8DF6DD240DF61213347C4C9C2C582412C1148383D8D7778BA8DE9162D7C0A392DBE29DA7B0823E0BAF9765DBE0387C84DC981A0F60B782C19C22DB65AAF1CED6078FE920ADDB7A353BD5C5D1A4DAD435B0DFCC95AF1DA2DE0A642D717E0ABED1ACDAB8956437DCF843BB43BF3560A98A75AC253AAA4A13FA3734C20EED8D5EA1EAD6B7B8AB6C8B1B2AA73A4469F32D616EED62D9476807DEAD1A5944F4B0CC3848C6BFBC5D6716D330CD36998654445D9D4444404444044440444404444044440444404444055BE9167D7C7238EFBA18077924FC1590AA6CD0FF0096667AD0C37BCC2216F459AB8E69F8E8E793858F96A0F93E5FC3E322C7621C7ACEFF0015EB30CDB0C0B10939C40E03AC8B78ADE8D8238DB1B7830068EC165C1CF72ECB2D540E791EC67B6FE0BA4FC6AD4ED08AE8EE1D7C79CFB6E8A071EF207C5594A0BA338B97884DD01918F69F829D2C618D2A98F8563A41975F3148DBFEAA1637D97F1561E1116C309A28AD6D48183FC42AC7343BE559A2B4377DE6118E7E166AB603434068E0D16EE531EF6B4A5399970F3C49A9966AFF0088B19C7A5C17034671DE7C424DD70C637BC93E0BA9A459357018D971CB9DA3B812B5B4691DB0FAE937F2A66B7B9BF9A4EF92127BA62AA5C4BE739B271BDDAF59ABBB9F9602B6DBE70EB552619F38CDB013BF5EB75AEDFBF74CDEA1727A5B6EF38F5A846931DE470E65F8B9EEB760DEA6CA07A4C77CE30E65B7863DD7ED1F05ACBD256FD5D8D1FB4372DB081BDD3484F781E0BB18CB83308AE71E02093F095CFC92D2DCB1477E7D770ED715B798DFA980622E22FE41E3BC595AED423AA07A3C693985A7ECC0F27D8159AAB7D1CB2F8E4AEBF9B4EEF696AB21670F54C7C2A9CEE75B33575B7F9A3774EA056A442D1460EE21A3DCAA9CDDFB535DEB47B82B63994C5DAC94E650FD25380C3689BCE6627B9BF9ACFA3A6EAE0123AFE74EEF60016B6933FD1507AD7FE15B9A3DFD9D3EBDFE091F6AFEB539A47FFCCFAEF5F0FE062F99B3E8877AC6F8AC59F9CE76933132E24DAB1A05FA006D965CD9F443BD637C572BF67AF277C6EAE823F6AEB7F9277E362EF6701B3CD15C4EFF0028D77F882A37A0D7119CE568240751C971D362D525CEFF00B4D5DD6DFC016AFD1CBF33B2D569D668239C5D4374980FC8A80DB7095E2FFD214C62FD533EE8F7289692BE8BA3F5E7F095D7274972BF56CE8F48397AC0EF13BEFEC5DCC55864C2EB582D7740F1BFEE951FD1C7D052FF0030EF735496ADBAF493B46E2E8DC3D855A7482BD55B68F9E06628C1BF2A1781DC0F82B3955990DDAB9969011E731EDFF12AD358C1D531F0AAF3DB75732D59008BB58EEDD50ACFA476BD240FBEB6B46D37E9DC156FA43691985C4F0740C23DA1583833F5F07A1781606067E1098FBD8AF6970F48ACD6C018EB1E44ED3DE085ADA347DE82BA3BF9B2B5D6EB6FE4BA59E99AF966A4EFE4BD8EDDF787C5717466FE56231DC708DD6E7E7093F6424F74E86F201552607F36CD74A3EC556A6E36FAC42B6B82A9714F9AE6CA83C36759ADBC7F10299BD4AE4F52B694134991DA6C3E5B716BD97EA20F8A9E3BCE3D6A21A498B5B0AA496DE64D6EF69F82D658D6B2B7EAE8647976B966945EE585ECE3D0E3F15D7C422F945054C3FBC89EDEF0546F4712EB60D3C77FD5CE7DA01F8A960E22EAD37AC2D77855990E5D9664A60776D18F8CFF006DFC15A4AA4C38FC8335C00EED955EA1EAD6B2B6F82C61E2619C7C2BCD24C3A98AD2CD6DD243AA7ADA7F352CCA33EDF2DD0389B96B3667FA491E0B8DA4A835B0EA39C0FD5CA587A9C3F259B47336D3059A23C629CF73803F148DB24A46D74A91117675111101111011110111101111011110111101111016A4986D0CB28964A3A77481DAC1FB317BF4DD6DA269AA0A29A4464D2E1B4B14114B25E52F76A30BAC0379EDD6A5697B7052D1E51A131AC688BE8F29DD060B33E46398E92726CE041B0007C54A4710BE1DFC57C7EB6A3B53CEB1B6FB6FE64AC78C6844691A2A6A3F9F66C889DE25ADD6E9DDAF756D1DE6EA0597B2C625458ED2D4D6471ECA3717B9CD903B7D8DBD3C54F573C513113AB14898E50CD263ED47411EFE54AE777347C56E68F23D4CBE5DBB973BCF758782E469324BD5E1F1EEDD1BDDDE40F0522C94CD4CB345FC5ACFE1D2E2A46F92523BBB6E76AB1CEDC2C09DEAA9C9E36B9A2849FDE17EEFBA4AB3F127ECF0EAB7EEE4C2F3BFEE955B6406EB664837DB56279FF1B78A64ED585BF30B4557BA4A7138A51B6FB8404DBADC7E0AC255B6915C0E3EC1F6606DFBC957375327099652686E5AC380E78AFDE4AFB9ADDA996F1136BF9223BC80B3E5F69660587B4DAE29D9EE5A99CDDAB962BB75EED6B7BDC16B8A7F4D7E945B46CDBE2B58EBF9B05ADD6E1F0561A80E8CDB7ACC41F7E11305BADC7E0A7CA61EA98F854D993CAE6BAC0EE7A80DDDD1B82B64EE24742A9B1CE566CABD5DF7ABB0B7DE0ADA779C7AD67173294E650CD267FA2A0F5AFF00C2B73479FB3A7D7BFC168E931C3E4B87B79F68F3D960B7F47AD232EB6FF5A6791EC1E091F6C9FAD47E7290C9A47C51CEB5FF004811BBD040F05B79B3E8877AC6F8AE6E66936D9FF127DAD7C45FBBA9F6F05D2CD9F443BD637C571B767AF2FD98DB3A1390B33D46D16B3E96607B81F052BCEFFB4D5DD6DFC0143B43726CF3F518B5F5E1999D5C827C14CB3CB4B7335693CE18E1D5AA16AFD3FB73FCDECB4E2FD533EE8F728AE921A0E0D4CEE76D40B76B4A94C0E0E82270E058D23B946348E09C0E1206E150DBFF006B977C9D25C6DD5E746EE2707A96F336A3776B42953C6B31CDE9047B144B46A47E8AAC17DE271F8429781736E94C7D6169C2A8C9876799E8471E5399FE255AEAA6CB27639AA8871B5416FBC2B65630712CE3E15CE91DA0637038717538BF638A99E59717E5EC389373B068F0513D25B48AEA0773189C3B9DF9A92E4D707658A0B7334B7B9C529F6495ED2F79B99AF96B101BF747ADBBD041514D1ABED8A5633772A007B9C3E2A698F335F04C41B7B5E07FE12A05A3B7EAE6023772E078F714BED782DDA165AAA73AB36599AB48DD72D7EEF4B4156B2ACF4871EAE612EFDE40C3C3AC78266EA64E164C2EDA431BF7F29A1DBFD217073EC5B4CB531E78E463FDB6F15D4C0E4DAE0B4126EE540CE1D4178CC148FAEC16B29A101D2C91D9809B5CDC11EE5D2DBD5A9DE117D19CBBB1186FF61E0778F829C28864BC0F10C2AB6796B191B22962D5B3640E370411B876A97ACE2898AE9294E156E65A2A96667AD753D3CD279512B4B2327981568B5DAED0EDE35803BFD2BD5CF495F15AD3C666562BA3056D1D3D743B1AB85934570ED5770B8E0949474D46D2DA4A78A069E223686DFAD6745BD23951111144444044440444404444044440444404444044440444404444044440444411ECC7968635551CE6ADD09647A81BB30E1C49BF1F4AEBE17482830DA6A40ED7D8B0335AD6BFA56D22CC5622754D235D5CECC8FD4CBF88BAD7F20E1DE2CA13A3965F1C99D7F369DDED735583594D0D653494F52CD786416736E45C762D3C2F04A0C2E7925A289D1BE46EABAEF2E16BDF75D66D499B44B335D6625D2557E901C4E63981FAB1300FEDBF8AB415519D5C1F99AB803BEED6EFE9D50B39FAA64E167618C11E1B48C1BC36160FF10B939E9DAB966A7779CE637FC82EEC435628DA45886816EC51ED2038B72DBC0FAD2C63DB7F05BBF596ADD5C8D19379588BEFBED1B6DFDC54E942B466D1F27C41FCE5EC6FB0A9B0E214C5D6129D552D67ED7CBFCF7FFD15B4EF38F5AA90797CDFCBFAF5DBEDEB15B678959C3ED31FB41F49BE661DD727B9ABAD9037E5C807FD57FE25C9D26F998775C9EE6AEBE8FBF6769FD73FF1247DB291DE5F9F31991B2E75AE919E6BB10791FF00E42BB39B3E8877AC6F8AE05590ECD150E69041AE790473F942BBF9B3E8877AC6F8AE36E5EDCDF6E378D11BDACD20619ADF584AD1D663729D67DFDA4AAF56CFC2ABFD1610DD2060DAC40BCAE1BFA751CAC0CFBFB4953EAD9F842D5BA7F6E7F9BCC2CDA2FF00454DEA99F8428FE90FF67BFF007D9E2A4145FE8A9BD533F085C2D20343B2DBC9FAB2C6477DBC577BF4971B756868CFFD157FAD67E15336F9C3AD427466E3B0C419CC1EC77B0FC14D8710A62EB094EAA970BF219BA9C377EAD66AEFFBE42B6554DFA8CDFC9DFA95DBAFEB15B278959C3ED31FB41749AD1AD873F9ED237F095DBC88E2ECB34D7FAAF7B47F715CBD260F99503B7584AE17EB6FE4B73476E0ECBC40E2D9DE0FB0A47DB247748AADBAF493B2F6D68DC2FD85561911DAB996905AFACD7B7FC4AB539971E832DE1743531D453D3B84CC3ACD73A471B1F72D5E9333130B6AEB312EC28F663CB431AAD867354610C66A1019AC4EF27A7D2A428B7358B4692D4C6BCB570BA4F9061D4F49B432885BA81E4589EC5B488AC6C08888A22220222202222022220222202222022220222202222022220222202222022220222202222022220222202C72410CBFAD8627FDE602B22220A3B9EE9EA2AB046C5490C933CCCD25AC6EB1B0077A9122968D63426358D115D1FD15451D0D67CAA096191F28B091B6B80DE3ED52B6F9C3AD7C5F46E20FA52B5F18D088D23454B49CBCDF1EA72AF5D716E7F28AD92A0D87653C429B1D82B249298C4C9F6A4079BDAE4F429CAE78A2635D58A44C7283E9348D5C385F7DE436FED5D8C8008CB94D716BCAF23FB971349BFAEC3BEEC9EF6AEEE49FD96A5FFDCFC4548FB2523BCBF36B7E9CFF00EE8FE3526CD9F443BD637C54528F7E2305FF007C3F1295E6CFA21DEB1BE2B84F30F767FB68D0D1BFEDE605FCD0F71563E7E04663A8B8E31308F4F25561910DB3A6076FFD645EF569E907F689FEA19EE2B76E8E7F9BCC2C7A121D434C41B83132C7FA42E2E7D04E5A9EC2F692327FB975B08FA268BD447F842D7CC7432E25834F494E582590B6C5E6C37381F05E8B6F5709DE11AD1911AB888BEFBC66DFDCA70A3393B02AAC1A4AB755BA17094343766E27813C777A54994C71315D25291A42B3C430AC41B99E79E0A2A97C42AF68D7ECC9046B037BF42B35DE71EB5F112B4F1D56B5D1E258A394012C6C9003701ED06DDEBD35AD68B35A1A3D02CBEA2DA88888A222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220E3660C021C6DD03A79E58B621C06A006F7B74F52D8A2A26E13823A9A091EF1147239AF7017BD895D15AB8B4862C2ABA46804B29E47007D0C2B3E3113AA4446BABF2961C49ADA527899187DA14B7367D10EF58DF150C85CE66CDEC36736C41E82B6AA711ABAA8B675150F9197BD8DB8AF2CC6B2F7E4C537BD6D1E9B9945EE8F3560CE61B38564363FD617E87C772B5362F5EEAA96A668DC5A19AAC008B0EB5F9C72FC861C7B0C91A012CAA88807EF85FABDFB9EE1E92BB5222D1A4B8FE5444CC6AC34B08A7A6861692E6C6C6B013C4D85965445D9E61111144444044440444404444044440444404444044440444404444044440444404444044440444404444044440444404444044440444404444044440444404444044440444405CECC720872EE2B210486D24C6C3EE15D15C7CE2F6C794B1A7BCD9A28E5B9FE82149E16BCC3F2CB77340F405F57C1C02FABCCFA8D9C32411625472104864F1B881E8702BF5ABFCF77595F9169DC1B51139C6C03DA4F55C2FD724871B8E07785D717B793F2B98111175794444404444044440444404444044440444404444044440444404444044440444404444044440444404444044440444404444044440444404444044440444404444044440444405C1CFA40C938E9240F99C9C7A977946B495FB038EFF002C7F1354B70B4ED0FCCE78A21E251799F501C42FD7711062611BC168F72FC84FF31DD457EB8C3FE8FA5F531FE10BAE2F6F2FE57A674445D5E411110111101111011110111101111011110111101111011110111101111011110111101111011110111101111011110111101111011110111101111011110111101111011110144F4AA48D1FE316245D8C1BBA368D52C50DD2F3DCCD1FE25AA7CE744D3D4646A96E25AC7DA1F9D1111799F4DE5FE63BA8AFD638092EC0B0D2E24934B1124F3F202FC9E7783D4BF54E537BA5CAD83BDE6EE751C249FE80BA63E5E6FCAE21D54445D9E311110111101111011110111101111011110111101111011110111101111011110111101111011110111101111011110111101111011110111101111011110111101111011110141F4CD26A641AA005F5E785BD5CABF8222CDB896F1F787E7A4445E77D238AFD4591E43364CC0DE45AF4716EEA6DBC11174C7CBCDF93D61DB4445D9E311110111101111011110111101111011110111101111011110111101111011110111107FFD9','BC3425EBB83A25DCFC9372CD4AC9CC59C9A5F42E14E1978EFD17C2EEA19BEA26');
INSERT INTO "image" VALUES(12,'privacy.png','image/png',X'89504E470D0A1A0A0000000D49484452000001900000012C0803000000DA6915F000000090504C5445FFFFFFFFFFFEFEFFFFFEFEFEFDFDFEFCFDFDFAFAF9D6D7D8FFCC51FFCA51FEC951FAC752EFC76CF7C453F6C454F6C453F7C451F5C453F5C353F4C354F4C353F4C253EBBE58BCAA8079808F656A74495A7D3E5077354C7B344A7A334A7B34497A33497B33497A35497232497A31497A32487A31487B31487A30487B2E467B2C447828427C26417C25417C263F76233B7188A5A9F000000A414944415478DAEDDD6D779ACA1A0660BA41455C6E7704798713F6C42220F0FFFFDD9931694E22639A30A4F370BCEF4F6D5643D7E2F29977D028115231700B008200042008400082000420084000820004010840108000040108401080000401080210802000010802108020000108021004200041000210042000410002100420084000820004200840008200042008402608BB042004F298A779FE585F72CCC55F1840B4D5459A9675D7F75D975C5277E22F559E3E024487465EF7FD290EC3D56AB5BC84FF210CE3B4EB6B365F9399823CA675DFC5DC62615C67B90AE3BAAFF31C207F2C39E7E01A4B71FFADC5C2B2CC4BF81F1796F8D9829B74DD3C498C99725C34F8FDFF6B5021E662F15C27F324991D08BB702C848669DC8A254C2E240C20DF9BF4F4C2715BE392BFC43FE024750A906F2D8FEE140A0EE313B10449DCCFACDD9A15485EF6E1EA931C1712CB58CEAD48E60492D655F8058ECB784B14499702E45B3CBA78253EF45F8AB9E045D2CFA86F9F0F48DA87CBAF95C7AF225984FD7C561E8D19795886658C88691AABAE640099DA43DCD951E1CDD67C448CF97858233D2ECDD66C448C7BF0989388F1FFE121D6167F2B328B9EDD9889C7EDA512EB7589D1922E36FE4FA4CF0132D1FC6379AB3ECC1728B13FF53C045B583745C23E05C804EB2575BCBC31DE35C58FC536619824497AD93C5CBCFC543AD69A8308791056D62BF97CD014EB2241588A4D7571C641ECA8D7B158EC929398D632EE7280287720373C0447C8FAAE4CC551139E3C4F5356F7F565FD51D6C459C6AA2E8F0051EFD0E5ADD5921747995E7DE41F53D67582C49A6937421C8455E94AD600F11FAD12CE21ED74F2AE922F7B998B05F946CB9865837559C2BDBDCF911EFB58FA7BBCD1AA50212A23AC2E947BACE23E651F0E95F395ACD5A2DF6811AF904A765BF9E73CFDDDA6535A772BC9EC5E8CB4EA47804CDAA38B5590DF6FCB3EE6B77E99768950066175B21C2E512DC4E0F5133DF351DEFF2CAC9074BF6ECCAD40447B557FEA8E1EF36E25FD7D804C5820A6B9FCF4A10556D5922EC83248978831B30259985F18268965B001A998AF0364DC9C707837BF386CBDD1E8512E1163560572598D625FBAC8B01BA13DD0225C21920E400C91D2AF5D645866A21BAA1940BE3E491F1C8A1BF1D996D519E9E93A5910496333EAA3FD382C34DEF09DD0648DE8D20D73824FB6580EB366D4AD5305912C7CF0024946B4FD627A685DCB0664DB2CAA2092166BE4E848466BACCA1340BE3A3ABA6AB17E98E3166A7F9E862BF19649B6CD220A2269F9474F1F24032DC2E32CA220691F5CDF44DE138F3BE9C6C439227330C16400519A159AC632ADC6DDC46CB0EACB2F46756E6810F5187CA815163C6EB4593940D4BA90D1B750CA4B75E04B1364F899E68D4C32BA91194E45E86E535105B96EF595EEA0D4776C8F74972062EA604E375095B48026D52373244164035595A99CD80C1E0C7C89F6EA2441F827DAB4A61CA70E3B11B253439A2083365FCCE49EA6EC93C86E1B92041976C2E2FE65535E90EC308B28C8F003ADD4C20C7B75C592BBBB3E64E2269F835C3DC24376F16426208A7B7CC36196D2441320AAA3D4E1381A15A2366D30D59ED764E560A649758F6A1E2062A543E9F33C79230890042084564E945B7C8028E569B05FA8DAE20384D6B0172000010840000210800004200001084000021080000420000108400002108000042000010840000210800004200001084000021080006418F69CB45BFD58FC781BEB47D8A56C7C3EBC2240A429B28C55CF3975D74F739846D89FAAF1F9F08A65961500B94AC69AB66D9297FCBB5A5E27FC3751C94757ACF8FF5C660079DBC417E7268E82C0FF15F7EFEBF88AF9E88A411895ED2903C86B79344D146C6D7BBDF9957F06D96ED4F2C1151DDBDEF89CA46000B9741EC7360AD6F6CE75BDFDAF0C3ECE7F3FECD5F2C1153DD7DD3BB61F35550610EE5135A1637B879DD678EEC60ED2260348D1A481BD7777DAE31D6C3F6EB37B076155EADB871D891CD67EACBD4674831C9B808AC76EE73A7E5215770D92B5211D0F2E62070DBB6790A2899CFD6E474924D4DC8DE806092815C86EB7DFF0468BDD2D48718E1C6FB743899001E105420C447B89E804614DBCDD518B6B475A4B442748D646B64B0F24B86390801E086FB38A9F4FF709C2BB90B5470E64ABB713D108C2AAC4DFECC975229E139D0B80100259030420000108400002108000042000010840000210E525A8FD0340A880EC5D77BBD96C3DD703080190BDBBB16DD7F7FDB5EDEC3D80E806E11C7E10C5491247A1BF765C80E80539D87E94B66D5355D5B9AD22DFDEEF01A211C4B383A43D655971642CCF8EE72A70767B80680339D8C1B9CA8EAF97CCCA56F9E41D40D43CCA7737EF28CEA6BA00D103723943757DEF94CF7A0144A1402447A88A26F6B600D101C20B243D0DCF8788C3451E403480DC38D256B41140B4808816AB905D363E6CF700F9F3205B37963D5DF3541E7D9533F50099FA9C7A7156EA440032394803102D205B3F96821C2B7F0D100D7D88674BEF9CF26501327AD82B7DFA4CF53939808C3FA6EE57C7523A313C0044C7D289E748964ED4AF0A10A5126113170840D496DFAF4B246D559FB40688CA023C6FB4AE16B262D56B02440564E784ECDD25237FA378F204204A227C32D2146FAFE8A8BEAA03204A20EF9F99654DA0FCAE0E80ECD4065AEC6A88E5024427881DBCBD7BEA471C00A2786EF1FDF249718E6C34597A2BE4DDAEA1EA6E214054411E366F0659FC92A754DD18208A27B3DEF6EA13BC810B20AAAB59E5B4C32C8028F5E9578B5913BC820B20D30DB22679CD2940A61B643D5F738BC5455D20FC97E3E6DDCD7BFA5960B55723C8F074EF7F5AD561164094164E9AAB7B87E7437482488E5BAB1EB506C8A483ACCB306BF300105D4D96135D3759135C142013ED4EBD2E9EACF1489B2610C76783771E2B2F9E0064AADDA98986590099F670AFF21E1540A65B3879BEAAE21E1540A6DA9D7AB9AAEA1E1540267E844A758F0A20DFF038820B100D20379E5357DDA302C8D44F5029EE5101446190D564C52099E21E1540462F9CB871DB4883170768A990ED21B8115F65C11720E345EC1B515A800788C2BD3B78B21C94364400422C00010840000290198088D7F63804BFE9F310DFE9377D4E70A8ED3B40E4AFD6BC0B90299E089CBEC592ED0BDF0988384345AE0FB9B1647917204F6549B0137990BE5AF32E40287EC3BDEEEFB7D70BC2A3FC6A926F2890E27E41C89588F602D15D21AC517CDDD8C443AC5BAF9EBD1F902AF5D7646AC4DB6EA2B3DE02D1DE87644DEC3B44440E5BD9F75FDC1908EF4662DF76294C470E9B8D7E0FFD20BC4692C0DE68277177B64FC083004899554DE87312D77BD034D2155F156A3F04C959BF070590B2606DC2496C67B3F77464BBB16D2F88DB8A8007091051246D1205BEEFAC9DF59F8EB33EF84118B74DC64A80BC0E7F39495B249196C4E9B9ADB382C69D20022248B253D59C75A4AA722A1C84402E28858EE4EC48E81E9002410002100420004100021004200041000210DC02802000010802108020000108021080200041000210042000410002100420004100820004200840008200042008400082000401084010800004010840108000040108021080200001083251FE0B1A08D80E6E329EB40000000049454E44AE426082','83CFC5C325CCD2E9AEB45492D86B8C1E7B342042B29404C392249A8D55640786');
INSERT INTO "image" VALUES(13,'reanimatie.png','image/png',X'89504E470D0A1A0A0000000D49484452000001900000012C0803000000DA6915F000000090504C5445FFFFFFFFFFFEFFFFFDFEFFFFFFFEFEFFFEFDFEFEFEFEFDFDFFFEFBFEFCFCFEFBFCFFFBF5FFF5E1FDECD0FCDEA4FFDA6DFFD969FED375FFD268FBD181FFD167FFD166FFD165FDCF6CFECF65FFD063FFD061FFCF5FFFCF5EF8CA7DEAA770D98D95C95E6DC85047BE3D51B72940B6273FB6263EB6263DB5253DB6263CB5243DB5243CB42039B21C39B11B39B11831AF142D399E2EBC00000C6E4944415478DAED9DEB72E2B8168545C6040C36D321C0344DEAE0F6259EB169F3FE6F776C08D8061B245F226D6BAD1F5D49AA5A55E8437B6B6BE9C222482931740180400002201080000804200002010880400002010880400002201080000804200002010804200002010880400002201080000804201080000804200002010880400002201080400002201080000804200002010880400002010880400002201080000804200002010804200002010880400002201080000804201080004803856729D6948E40C2C0F7FD2088CF0A4EBF85D29BD21548DA67D121391E93C43BEB9024E92F7120DE931D36A52B9020EDC163E2B9CE7E6FDBD6FC24DBDEEF1DC74BFF1EFB7E28A3295D81847E981C2377BFB04C76A7B9BD77BC2489FCCF6F6E4A5B20A11F27B1B3B74F3D389999A6699C95FE349B9C7AD2DA3BFEF1E007DFD894B640D23E3CBA7B3BEBABACFBEEBFD6C6C4CCFE6AEFDDE4493F76D894BE40D23EF4F656DA57E6A4A207AF3D69A65FEFD9A91FC3EF684A5B207E949CFAD09CB0679A98E77E8CFDDE9BD2178897C4A73E3418974EFDE82595DFEC0E9BD21648101E1D9BBF0FBFFAD1722ABED91D36A52F103F3EEC27427DF8D58FD937BBB7A6F405E227AE9D4E7B98A80C33FD661F4BB1A6C3A6B40512FA47C76233833590C9CC7D12063D34A52F903038EE4D66B2664A67B5FB6BF4EFB0297D818451B26F12630AB1661F9CBBB1C3A6F40572EA44D3602D3463B677F03B6D4A5F20619076E28CB553D68D711075D894BE40FC63FB4ECCBA7191445E674DC9351599741E06EBA01BF787EE9A4AB405E227CE68D241279EBAD1659D3575F4F50412C4AED5625274B3983E6746374DCD9823B3669708244CECC645438F320CCB9598D8E501E9260BE7DDD8595326B3130D81A40964661A4C456569C4D30D4818C54A06AC73469ABB87403320D98C57511E59D05A48CBEB928084B1379F184C5D22D2665A4CDE009931758118D2F23A9336400C75070863136943842183A835F5655407C8783C1AE410613407C8F8FA4F6FB5C8422320E1C1365A0119B1B165CF598F63C430E66E1C6A02242DD227AD16155F98FDB6FB785BF44944D6AA2F9314B166ADE295FDF16BB9DC7C2C52343DA6F5832E23248A6CD662848C46F3B75FCBF57AB9DA5A3D8E91D7997BF8D4024870705B797B63B6F84879A44476EF3D4EB54C39318B918B5823367DFBB5CA80ACB6FFF498D8252D68C900922CDA4C7AB30C721A2029919DDDDFDCD7609617851A000923CF6A63B78EC6EFBB2F20CB34AD4FFB4B22134742B5CEA8A59031B376AB750EA4CF79D65E42CC62122296D36E8EF57E8958EBD5AFF7FE0688A44A44029056393D1D209BF545ABEDB2D7AC6E6B11B2DA02595C074816B37ACCEA1366C7FFE99043DAECFE19B1F972BB2A00E931AB1B4CC672163120E501720232EA1188A70190306E31EBCD8BC24B567F9BF647E4752661DE2B0188DB7CD767A1283C6BB3EA71394B8A49256384340752280AF3AC3E051059400A45E1EA1BB23A80081485DB2F20BBF71142962C2085A270F3B6BA64F5FE4A4300E19FF32EED4B2AD95ABD958613430720CDEB90BC284C33C7F49FCB8FBD65751486DC0324A3F035DDEA71C15717207ED26C53565E142EB345DEFE6DDC09B3834807200D1717F3A2301B20975F7AB471B559ED4D9C6623E45214AEB66FF311B3B67DDBB8334D0CAA2071CCD73645E1B9189CBF5D137C4F595D1783AAE1BC372F0A376B8BBD5C7FED2FABCBD96F2D655F568369565E146604C6EC9AD57BB371E54CB2C8ECCBCAE7BCAB5D560A8EF3ACDE938D2BE98888947D59E27BAD8B45E169F52ACDEAAB4DAF36EE4C9B9D8B4D3666958BC271A92AE929ABBF1A8E263B17B3D2D098090E906251780A502FD7D2B01F1BD760B6945B81249D0F11DC99552E0A4FE3A190D57BB171753A1F1246BE60CC2A1585E7DECF18AD7AB4715F4DF74FA00910E17956B9281CDFA5F91E167CA59D549702E4F3E0CE5E058648B928BCFCC7E97B8F59DD64CE519F439F822BBEB745E1592F8505DFCE6DDC89614BBAE84F0E906C073CFF5527B745E1D700B996863DD8B8A6B48BFE24DE756272CF796F8AC2EBB8B9EC99EBDCC64D074814E93442B22162F20E91BBA2F0CAA9371B57DE0091775F167716A9280A6FE6C29D2FF84A1C20F26E948B5DCE0BB32A8AC24B12E9CBC695785D563B20FF7E3697972CD8EC65FC542FD3E95D51789BD56B6DDC7113BD98CCF2DA7CB4CF5016903F2D74F8E3DBEC2F9EEFEB7D5178CDEA8F6DDCA689FEAF997B3CB4F96CB246C8E7EF76726CDB7A2ADBBAECAF2E16855F59FDA18D9BDD50D344B6B56FF9C1DA1CA7662DB280F7F3472B6D775CDA560F9042015F99D5B31B6A3E76CDD4EE73FDFDFBCFA72420CB9F6DB45AAEB8B4BE2B0A6FB27A958D7BBEA166D548ED3ED6CF1F1281ACBF4DA5A2F066FE5561E35E6EA891206D80DC25EE4736EEF4F6AC158074CCA35C14DE968C77593DCD2F3B00F9DE01F2C8C64DA7C4EBCD5A3F20EB9F5D68C9A13483DCAF8ED4DBB88588B55AF2AB938F2313C88F4EF4F15CBBF7AA5ABCDEC62D44ACDD07BFBAF93CB2A6BD91F7BF6EF4FE540BFBE9C27C6999AB10B136EFFC5A74F4817E1F641486A90E9DE8B867CF375FD778823536EE75C57EB57DE35E98FF8BD9FFFDE9E413C95B5CEC429FFF6647AA460F35AE5996AAB571A75F45C809D4884BD3B1E5C57E271F89E2F27BD1ACCA1E076B760CB4C6C6CDCDC4FBF2BE76639C39725478C05B8DE7BB9D51B3EB686A6CDC9253A2F8C638158134BF42ABCEC64D53CB526C8750B6D73D8C00E4B290DFF4A2D24A1BB710B17E7146AC899126904F00B90289BD666F4C56DAB8F91F790FF318A6A944025106489646CC268FE855DBB8C2114BEA43794A0269FACC64958D2B1EB1B2C742820840CA93DF46F70954D9B8C2116B92BDA2FE0920B769246CF26642958D2B18B10C73EE2A9240540292A611772E9E46EE6D5CE188A55002510A48B334726FE38A462C552A42F58034BA96E6CEC6CDB28AC8B991EC8A99380490EA057DF1078BEF6CDCC2C5A53C112B7B8838516880280524F20FAEF00BB9B736EE58EC1CCF8C390A2510D580A469C4114D2337366E3162711C52502BA1AB07A44162BFB171F38895ED3C7D16B14C66C75108208FF288E805803736AE50C4320CCB8D8308401E15ECE26E55D9C615895832CF81500122EE56956CDCA948C452AC02511488B05B55B671052296329E94E24044DDAAB28DCB1FB1D4F1A4940722E656956CDC1177C452C893521D88A85B55B271B923967A1588BA4004AB91A28D9BBB234F22964A9E94FA40C4DCAA6256BF46ACCDE388A59427450088905B95DBB89BE5DBA6EEB895C29E140120426E556EE3AE375BBE9790544D20EA02114A23858777BEACC22717C22B59112A0E44C4AD9A961F377C7AF9896A9E140D20026ED5DD637A8F2396729E140D20026E556EE3AE792296729E141120FC6ED5EDFB9F8F2396C2095D7120FC89FDE5F685DC07114B414F8A0C106EB7AA9CD51F462C153D293A4078DDAADCC67D1AB154F4A4E800E175ABCAAFAC3F8A582A5720148070BB55171BF7C983226A7A52948070BA55C5ACFEE0B504453D295A40B8DCAAE2DD3FF50FBCA8EA499102C2E756156CDC07F75C2B5E811001C2558DE4366EC54D80CA7B52C48070B955571BB73E62A9EB495103C2E3561577F856472C853D296A4078DCAA6B56AF8D5824120811201C69E4E41A2E4F40AACD74F52B424A4038DCAA6C937576775C4D11A2B427451008875BF5325E6C4F37CF55ED6E50DB93220884C7AD1A316B5173F39CE29E1445203C6ED54BEDCD7354123A25203CF5E1683A1D53F4A46802113F5B45C693220AA4F14D80CA7B52448134BD09904C05420E48B39B00097852648134B909908227451888F04D80243C29BA40C46F02A454815004227AD3030D4F8A3210B1B355443C29D24044CE5651F1A4480311395B452F815004C29F468855846481F09EADA2E3495107C277B68A9027451D08DFD92A429E1479203C6E15C9844E16C8F3C44ECA931A0090676E152D4F6A08409EB855B43CA9210079EC56D1AC40680379E45651F3A48601A4DEAD22E7490D05488D5B45CF931A08903AB78A6C05421E48753542D0931A0C902AB78AA227351C20F76E15494F6A3840EEDD2AE209843C90DB3442B9221C0690B25B45D4931A1490A25B45D5931A1490A25B45D5931A1690DCADA29FD08701E492D8E97A5243037276AB087B5283037272AB66CC219FD08702245B6634E85720030292B955843DA901024933BB1703885AF5E130780C66848403E131182083118000080420000201088040000220108000080420108000080420000201088040000220108040000220108000080420000201088040000201088040000220108000080420000201080420000201088040000220108000080420108000080420000275A2FF0392AC610298C4D3BF0000000049454E44AE426082','C149F72144EE45669E9D6034676D22C4A923552FDDF4CF490FCCBD9A8E2301E9');
INSERT INTO "image" VALUES(14,'tillen.jpg','image/jpeg',X'FFD8FFE000104A46494600010100000100010000FFDB0043000604040504040605050506060607090E0909080809120D0D0A0E1512161615121414171A211C17181F1914141D271D1F2223252525161C292C28242B21242524FFDB00430106060609080911090911241814182424242424242424242424242424242424242424242424242424242424242424242424242424242424242424242424242424FFC0001108012C019003012200021101031101FFC4001C0001000203010101000000000000000000000607030405080102FFC4004E10010001020203070C0F07040203000000000102030405060711121721313651D11314344155617383A3B2B3D2152253546671748191929394A4B1E208234252A1C1C3163262F033437282E1FFC4001B01010003010101010000000000000000000003040506020701FFC40035110100010203020B08020301000000000000010203040511337112131421314151526191B10615345381A1D1F0C1E1222432F1FFDA000C03010002110311003F00D401D1B86000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000122D5FE5583CEF4B70397E3ECF56C35DEA9BBA37534EDD945531C31C3C7108EA5BAAAE5EE59E37D1D48EECE944CC7626C3444DDA227B63D56D6F51A1DDC8F2F73D637A8D0EEE4797B9EB25A3138EB9DE9F3759C96CF723CA112DEA343BB91E5EE7AC6F51A1DDC8F2F73D64B438EB9DE9F3392D9EE4794225BD46877723CBDCF58DEA343BB91E5EE7AC96871D73BD3E6725B3DC8F2844B7A8D0EEE4797B9EB1BD46877723CBDCF592D0E3AE77A7CCE4B67B91E50896F51A1DDC8F2F73D637A8D0EEE4797B9EB25A1C75CEF4F99C96CF723CA112DEA343BB91E5EE7AC6F51A1DDC8F2F73D64B438EB9DE9F3392D9EE4794225BD46877723CBDCF58DEA343BB91E5EE7AC96871D73BD3E6725B3DC8F2844B7A8D0EEE4797B9EB1BD46877723CBDCF592D0E3AE77A7CCE4B67B91E50896F51A1DDC8F2F73D637A8D0EEE4797B9EB25A1C75CEF4F99C96CF723CA112DEA343BB91E5EE7ACE069DEAF346725D12CC71F81CB7A8E26CDB8AA8AFAB573B277511C5356CEDACC45B59FC83CDFC153E7D292D5DAE6B889AA7A50E230D6A2D553144744F543CE8036DC9800000000000000000000000000000000000000096EAAB97B9678DF47522496EAAB97B9678DF47522BDB3AB74A7C2EDA8DF1EAF43AACD7B5DB96B0B93753B95D1B6EDDDBB9AA636FB5A79969AAAD7CF62E4BE16F79B4B270BB5874998FC355F4F5854BD7588F7C5FFB4ABA4EBAC47BE2FF00DA55D2C436B4729ACB2F5D623DF17FED2AE93AEB11EF8BFF0069574B10686B2CBD7588F7C5FF00B4ABA4EBAC47BE2FFDA55D2C41A1ACB2F5D623DF17FED2AE93AEB11EF8BFF69574B10686B2CBD7588F7C5FFB4ABA4EBAC47BE2FF00DA55D2C41A1ACB2F5D623DF17FED2AE93AEB11EF8BFF0069574B10686B2CBD7588F7C5FF00B4ABA4EBAC47BE2FFDA55D2C41A1ACB2F5D623DF17FED2AE93AEB11EF8BFF69574B10686B2BB351D72BB99066135D75D7318BE3AAA99FF00D74F3AB1D38BD7674BF3AA26EDC9A3AF2E46E7773B38F99666A2F93F98FCB3FC74AB0D37E58E77F2CB9F9A959DBD6D5C4CFF00A76DC401799400000000000000000000000000000000000000025BAAAE5EE59E37D1D48925BAAAE5EE59E37D1D48AF6CEADD29F0BB6A37C7ABD0EAAB5F3D8B92F85BDE6D2B55556BE7B1725F0B7BCDA59384DAC3A4CC7E1AAFA7AC2A001B6E50000000000000000000001756A2F93F98FCB3FC74AB0D37E58E77F2CB9F9ACFD45F27F31F967F8E9561A6FCB1CEFE5973F352B3B7ADAB89F83B6E200BACA00000000000000000000000000000000000000012DD5572F72CF1BE8EA4492DD5572F72CF1BE8EA457B6756E94F85DB51BE3D5E87555AF9EC5C97C2DEF3695AAAAB5F3D8B92F85BDE6D2C9C26D61D2663F0D57D3D615000DB728000000000000000000000BAB517C9FCC7E59FE3A55869BF2C73BF965CFCD67EA2F93F98FCB3FC74AB0D37E58E77F2CB9F9A959DBD6D5C4FC1DB71005D65000000000000000000000000000000000000000096EAAB97B9678DF47522496EAAB97B9678DF47522BDB3AB74A7C2EDA8DF1EAF43AAAD7CF62E4BE16F79B4AD5555AF9EC5C97C2DEF36964E136B0E9331F86ABE9EB0A8006DB940000000000000000001930F87BB8ABD458B16EAB976B9D94D34C6D9967CB72CC566D8A8C3E12DEEEB9E1999E0A688E799ED427986C2657A1597CDFBD5EEEFD71B26BD9EDEE4FF2D31DA8FF00B2C6CD338A309A5AB71C3BB574531FCF87AFDDAB97657562B5B95CF06DC74D53FC78BB3A094E3B4472BBB8689B776BBF54DDAE229DB1455B9888E1EDECD88369C6518CB79B62F36AA98AEC62EECDD9AA88E0B754F6A79BE373738D23C766F89EAB55CAECDBA7FF001DAB754C453D33DF4934774C2DE3288CBF379A377546E29BD5C46E6E77AAED6DEFF14B1B8BCDB05FEED73C66BFF54C754786EF0FBF4B5A6F65D8C8E474C4D1A7FCD53D73E3BFF74E84184AF49B436BC16EF19975155787E3AECC70D56FE2E78FEB08A3A5C0E3ECE36D45DB33AC7DE3C25CF633057709738BBD1A4FDA77002EAA800000000000000000000000000000000000096EAAB97B9678DF47522496EAAB97B9678DF47522BDB3AB74A7C2EDA8DF1EAF43AAAD7CF62E4BE16F79B4AD5555AF9EC5C97C2DEF36964E136B0E9331F86ABE9EB0A8006DB940000000000000001D4C8B47F159EDFDCDA8EA76299FDE5EAA3829EF473CF79B9A37A297B389A71188DD59C1C4F1F15573BD4F7BBE90679A4B84D1EB11976596EDCDFA2373B9A7FD967E3E7ABBDF4B9DCC738AE6E723C0470AEF5CF553BFC7F7C1B981CAE88B7CAB1B3C1B7D51D756EFDFCB3E2F1D95E85E0230F87B715DFAA36C5BDBEDAB9FE6AE7B51FF006102CC732C4E6B89AB138BB935D73C111DAA639A23B50C37EFDDC4DEAEF5EB955CB95CEDAAAAA76CCCB1ACE5793D183D6E573C2BB574D53FC787AABE639A578AD2DD11C1B71D14C7F3E200D965A55A33A635E077183CC6AAABC347051778EAB5DE9E78FEB0DFD22D10B78EA2730CA371BBAA37755AA2637373BF4F6A27BDC52833B9A3BA5188C92B8B55EEAF60EA9F6D6F6F0D3DFA7A389CD63B29BB66ECE372E9D2BEBA7AAAFEFF0079A5BF83CCEDDDB7184C7F3D1D5575D3FD7EF3C38955355154D355334D54CEC9898D9312F8B0F37C8B01A53848C7E5F76DC6226382E470457FF1AE3B53DFE3840B1585BF82C45787C45AAAD5DA276554D4BF95E6D6B1D4CC44706B8E9A67A63FAFD952CC72CB983AA267FCA89E8AA3A258406B3340000000000000000000000000000000004B7555CBDCB3C6FA3A9124B7555CBDCB3C6FA3A915ED9D5BA53E176D46F8F57A1D556BE7B1725F0B7BCDA56AAAAD7CF62E4BE16F79B4B2709B5874998FC355F4F58540036DCA00000000000FD5BB75DEB94DBB74555D754ECA69A636CCCF33F266223592235E687E530D1AD0D9BD14E3734A269B7FEEA2C55C13577EAE68EF7D2DDD1FD14B1945AF64736AADF55A237714D53ED2CF7E79E7F2ED38FA4BA5F7334DD61305355AC271555715577E3E68EF7D2E571398DFCC6E4E172E9D298FFAAFAA3C23F77691CEE8EC606CE0288C4E3A35AA7FE68FCFEFDF99BFA49A6516E2AC0E535446C8DCD57E9E28EF51D3F42193333333333333DB97C1B79765B67036F8BB31BE7AE77B271D8FBB8CB9C3BB3BA3AA370034148000001D0C9B3CC5E4988EAB87AB6D157FE4B554FB5AE3FB4F7D37B96B2AD36CBA2BA27717EDC6C8AB67EF2CCF34F3C7F4570D8C0E3F1396E269C4E16ECDBB94F6E38A639A63B70C3CD3278C455188C3CF02F4744F6F84FEF9C7335F2ECD66C53362F470AD4F4C7678C7EF94F3B2E6B94E2B27C4CE1F1546C9E3A6B8FF006D71CF12D258D97E6996E98E067078BB54D37E236D56B6F0C4FF0035128867FA398AC8AEEDAB6DDC3553B28BD11FD279A5E32CCE26ED7C97171C0BD1D5D53E31FBBBC3D6619545BA394E167856A7AFAE3C27F77B90037D8C00000000000000000000000000000025BAAAE5EE59E37D1D48925BAAAE5EE59E37D1D48AF6CEADD29F0BB6A37C7ABD0EAAB5F3D8B92F85BDE6D2B55556BE7B1725F0B7BCDA59384DAC3A4CC7E1AAFA7AC2A001B6E5000000000058FA1F946030F97D8CC2CD15557EFDBF6D5D73B6689E298A79B855C27BABEC7C5DC0DFC0D53EDAC57BBA63FE357FFBF9B98F6B29BB3819AADCCC444C6BE313CDEBA3A0F66AAB718C8A6E46B3313A784FFE6AEC67190DACEE28A7118AC4D16A9E18B56EA88A6679E783865CBDEFB2BF77C67D7A7A1271F3DB19B632C5116ED5C9888EA87717B2CC2DEAE6BBB444CF8A31BDF657EEF8CFAF4F41BDF657EEF8CFAF4F424E26F7F661F3A517B9703F2A118DEFB2BF77C67D7A7A0DEFB2BF77C67D7A7A1270F7F661F3A4F72E07E54231BDF657EEF8CFAF4F41BDF657EEF8CFAF4F424E1EFECC3E749EE5C0FCA84637BECAFDDF19F5E9E837BECAFDDF19F5E9E849C3DFD987CE93DCB81F9508C6F7D95FBBE33EBD3D06F7D95FBBE33EBD3D09387BFB30F9D27B9703F2A11BB5A0797D8B94DDB58AC7517289DB4D54D711313DEE077EBC3517B0D387C4445FA2AA7735F5488F6FF1C470329331113333B223866799571198627133137AB9998E8ED859B182B162262D531113D2ABF4A72CC26519A75AE126E4D3B88AEA8AEADBB999DBC11F36C71DBB9C63BD92CD3138BDBED6E5C99A7FF8C7047F488693EC581A2E5187A29BD3AD5A46BAF6F5BE578CAA8AAFD736A34A759D3775002DAB800000000000000000000000000096EAAB97B9678DF47522496EAAB97B9678DF47522BDB3AB74A7C2EDA8DF1EAF43AAAD7CF62E4BE16F79B4AD5555AF9EC5C97C2DEF36964E136B0E9331F86ABE9EB0A8006DB940000000001D2D1ECD7D87CD6CE26A99EA53ED2EC7FC278FE8E3F99CD10DFB345FB755AB91CD5469292CDDAAD5CA6E51D313AAE8A6A8AA98AA9989898DB131DB8111D07D208BF6A32AC4D7FBDB71FB8AA7F8A9FE5F8E3F2F892E7C6731C05CC15FAAC5CEAE89ED8EA97D5F038CA317662F51D7D3E13D800A2B6000000000000381A679BC65D955562DD5B2FE2B6DBA79E29FE29FEDF3BB58AC559C161EE622FD7145AB74EEAAAA555E759B5DCE730B98AB9B69A67DADBA3F929ED43A5F6672A9C5E262ED71FE1473CF8CF547F33E1BD81ED0665186B136E99FF003AB9B7475CFE3FA6800FAABE7000000000000000000000000000000025BAAAE5EE59E37D1D48925BAAAE5EE59E37D1D48AF6CEADD29F0BB6A37C7ABD0EAAB5F3D8B92F85BDE6D2B55556BE7B1725F0B7BCDA59384DAC3A4CC7E1AAFA7AC2A001B6E50000000000001FAB772BB5729B96EBAA8AE998AA9AA99D9313CF0B1F4674A6D6716E9C3E2269B78DA638638A2EF7E3BFCF0AD9F69AAAA2A8AE8AA69AA99DB1313B2625939BE516B31B5C1AF9AA8E89ECFE9A59666977037385473D33D31DBFDAE710AC874EB7314E1F36DB3B3823114C70FF00F68FEF09958BF6B136A9BB62E5176DD5C55D13B625F2CCC32BC4606BE0DEA79BAA7AA774FECBE8D81CC6C6329E15AAB9FAE3AE3E9FB0FD80CE5E0000001F8BF88B585B35DFBF729B76E88DB55554EC88873F38D23CBF26A662FDDDDDEED59B7C354FC7CDF3ABECEF487199E5DDB7AAEA76699DB459A67DAC77E79E7BEE8328F67F118E98AEA8E0DBEDEDDDDBBFA18B99E796307134C4F0ABECECDFFBAB6749F496BCEEF45AB3BAA3076E76D34CF04D73FCD3FDA3B4E103EA384C25AC2DA8B36634887CEB1389B988B9376ECEB3200B2800000000000000000000000000000004B7555CBDCB3C6FA3A9124B7555CBDCB3C6FA3A915ED9D5BA53E176D46F8F57A1D556BE7B1725F0B7BCDA56AAAAD7CF62E4BE16F79B4B2709B5874998FC355F4F58540036DCA0000000000000000D9C0E658CCB6E754C1E26E5999E3DCCF04FC71C52D61E2BB74DCA669AE3589EA97AA2BAA89E1513A4A5D81D6162ADC4538DC25BBD1FCF6E77157D1C31F93B187D3CC9EEC47549C4589E6AEDED8FA636AB918188F65B2FBD3AC5334CF84FF13AC7D9B563DA2C75A8D26AE16F8FFC95A34E97647546DF64288F8E8AA3FB31DCD33C8EDEDD98C9AE79A8B754FF00656429C7B1983D79EBABCE3F0B73ED5E2F4FF9A7CA7F29E62B58783A22630B84BF7A79EE4C511FDE5C0CC74CB36C7C4D14DD8C2DB9FE1B1C13F5B8DC21A984F67B01869E1536F59ED9E7F5E6FB33B139E636FC69557A4764737F6FB3333333333333C3333DB7C06D3240000000000000000000000000000000000004B7555CBDCB3C6FA3A9124B7555CBDCB3C6FA3A915ED9D5BA53E176D46F8F57A1D556BE7B1725F0B7BCDA56AAAAD7CF62E4BE16F79B4B2709B5874998FC355F4F58540036DCA0000000000000000000000000000000000000000000000000000000000000000B0F453549FEA7C870B9B7B31D6DD5F75FBAEB7DD6E765534F1EEA3995E2F7D08CFB2FD18D5561B37CD2FC61F0785A2EDCB95CF0FF00EDAB644476E667644476E65571772AA2889A7B57F2EB36EEDC98B91AC69F870B785F841F84FD6EB68A6A93FD339F61736F663AE7A86EFF0075D6FB9DD6DA669E3DD4F3A99D2CFDA734AB33C65CA747ADE1F27C144CC5B9AED537AFD51CF54D5B6989EF447073CBF1A2FF00B4DE976598CA233DA30D9CE0E6622E445AA6CDE88E7A6AA765333DE98F9E14E6E5F98D265A9459C2535C4C53D1BFF2F56A29A7BA0BFEB6B582B7D7FD67D6B55756DEA5BBDD6EA2239E36713B1A35A4796E96E4B85CE729BFD5F0989A37544ECD934CF14D35476AA89DB131CF0E9AA5354D156B1D2D2B96E9BB4706AE78954BBC2FC20FC27EB3785F841F84FD6B684FCAEEF6AA7BB70DDDFBCFE552EF0BF083F09FACDE17E107E13F5ADA0E5777B4F76E1BBBF79FCAA5DE17E107E13F59BC2FC20FC27EB5B41CAEEF69EEDC3777EF3F954BBC2FC20FC27EB3785F841F84FD6B68395DDED3DDB86EEFDE7F2A97785F841F84FD66F0BF083F09FAD6D133111B678220E5777B4F76E1BBBF79FCAA5DE17E107E13F59BC37C20FC27EB44B593FB4C6230D985FCAF432D61AAB766A9A2BCC6FD3BB8B9544F0F53A76ECDCFFCA76EDED46CE1983E5BFB47EB0B038A8BD88CC307985BDBB66CE23094534CF7A268DCCC248BB7E635D55EAC360E274E0FDE7F2B4749F543FE9BC87199B7B33D71D6D4C55D4FADF73BADB54471EEA7671AB95B1BE8657ACCD5667589C2D1385C761ADD14E2B075D5B66DCCD74ECAA99FE2A678764F7A62764AA75CC2D75D54CF0FA599985AB76EB88B51CD3000B4A0000000000000000000000000000000000000000000395AC2D2BCDAF68CE5BA375E223D8DB77AABD4DA8A223DB46D98DB3C73C35CCFD1CCEAB8FA5394D79A65D1D463757ACD5BBA29FE68D9C31FF79915DA7854A6C3DCE05713AABD0989A666262626382627B4444CCEC8E199516BACDD5269FE9068CE0B1F96E598CA6D61AAB94DFDC576A9AE22A98DCCCC6DE2DBB98FA13FDF734C3BA163EED4742B2D14CA6E65980AABBF4EE6F5F98AA699E3A6238A27BFC73F3BB6B7459A783FE51CECEBB8AB915CC5154E9BD32DF734C3BA163EED4741BEE6987742C7DDA8E84347BE22DF761172BBDDF9F34CB7DCD30EE858FBB51D06FB9A61DD0B1F76A3A10D0E22DF760E577BBF3E6996FB9A61DD0B1F76A3A0DF734C3BA163EED47421A1C45BEEC1CAEF77E7CD32DF734C3BA163EED4741BEE6987742C7DDA8E8434388B7DD8395DEEFCF9A65BEE6987742C7DDA8E871F4BB5B5A5D7746B31B35E616E28BD666CD53458A29AB735FB59D9311C1C133C2E2B063F094E3F057B0B5CEC8BB44D3B79A7B53F4BF26C51A73530F54E2EEEB1AD73A6F559C5C11C433633077B0388AF0F88A268B944F0C73F7E3BCC2A4D389D79E1DFD09CD31597673559C3DC9A6DE3ACD585BF4ECDB15D13B2AD9F3554D329DA1DA17945C9BF3995DA669B74C4D36B6FF14CF1CFC511F9A62B96234A59B8BAA26BD23A8013AA8000000000000000000000000000000000000000000003471D91E5D98D73731185A2AB93C75D3334D53F3C71BE60B21CB72FAE2E61F0B445C8E2AEA99AAA8F8A6789BE3CF0635D747AE1D5A69AF3003D3C80000000000000035F1B9761330A228C561E8BB11C535470C7C53C70D2B3A2D9458AF771848AE638A2E5535447CD2EA8F334C4F3CC3D457544691244444444444447044476807A790000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000007FFD9','6DF6791A1A27A56245C8ADCDE96ADA1D2A93630E69DD6642AD1CE22653835BE8');
INSERT INTO "image" VALUES(15,'welkom.png','image/png',X'89504E470D0A1A0A0000000D49484452000001900000012C0803000000DA6915F000000090504C5445FFFFFFFEFFFFFFFEFEFEFEFEFDFEFEFDFDFEF2F7F7F8F5F4C8D6D7FDC752F7C452F6C453F5C453F2C354E78C6386A3835887853883883181863081883080872F8087278189337F85307F862F7F86267F88F17958E87A5BE8795AE87757E6795B9A7B6D487E802E7D842F666B2B7D85247B8924767D225C62205C62205B611F72801F5A601F5A5F1F595F19565C13515769DA61CB0000081A4944415478DAEDDD6B77DA46148561258EDD029275891D5D28B59568425C8AF3FFFF5D47A2B8B66B076974461AA4777FF24A56582C9E9C990DC81A2F274EC5E32500840002080104100208200410400820041040082080104000218000420021800042000184000208010410020801041002082004104008208090FF256B02880B14499A2649D5A4FE394D00190F234DB34AE9147193C3CFB9FE5340464892E64A55651486C153C2302CEB3FD57F07C8B04933A5E2485B2CEA2C9B343FFA5AA5542AB73B2680BCE2C855A1356A0A3F08FCA7E89F6B96E03A4C5465930490571C79A3E16B8BD5EB68158D1284B1260164905E75E0D01AAB77E2D72B594D922780581F8F4A45F5CBFDAEC6D164A9492A950262D943C5E1698E27924825092016ABEE4D3D1E7E0B8E03C96219DAD94900397854AA1E8F55EBF8AB4598DA58B600396C1F69D87A3C9E86442F5B2920563C8A34E8321E87D81101C4D4C39208207962E861470490AC32F5B02202C88DBA36F56844E22A0344F4FD6068EED188143780487A440B7FB5EA23128A2E5A3307C9AA38E807B2F217A2DBC8CC41927E0BD6012448F30C10218F9E0B96FCA235F73D24E80FA253161920E3372C2B23E2312002F1E546C46340DC1A9139832485D4802C8352EAFDFA8C41442A96F88878AC581223B208D8D47BBF49CFE360293421CDDBF564AE2042BF1F20B86249AE59DE19FECF2E0A89EB3D0457AC66CDAA6EE6099256C5FD7D5AF417B9A902B90991EB59E706A229EED7EBBBB2E87BC1735695725B483D22A1CC26725E2059AACABBF5DDDD7A13A99E9FB08A6E21829BC85981E8ED23D21E9BCDDD667D5FF5DB4844B7907A42AEE737216951DDAF35461DED12F7DA48C44182D9ED21695136E3B1398A44458FFE9BA84072C9D2BBBACCD50E670392652A7AE67158B67AF45FB10FB2660A52B7DDE372F54CC4B8FFD65FA60B962CB9F7EADEB92C57BAED6E5EE7CEBCFF0222D076376F8898F65F4024DAEE1B22A6FD171099B6FBD69018F55F4084DAEE9B2206FD1710A9B6FBF6B2D5BDFF669574ED2DE7507BDF68BB6F8B74EEBFBC31946BBB1B89FE5B5F44EA8B7E7492DC4E1DE4DDB62BD17FF97051B2ED0AF4DF441664061FBFFFBAEDF6EEBF49110976AC19809C6ABB02FD5774575F9532BF49E528488BB6DBB7FF4A5FE430E92B175BB5DD9EFD571464E29701B56DBBBDFAAFE8550E93BE50AE43DBEDD57F13752DB589D46F0B857EADCD3D904E6DB74FFF155CB3A67CB175D7B6DBA3FFDE66623D6B191513DDD4BBB75DF3FE2B3622BA631552B797730BC4A8ED1AF75FB18FE0E5B674C7400CDBAE71FF151A113D20621E4E8198B75DC3FE2B34229203E21048AFB66BD87F45462490BACEDA2D909E6DD7B4FFF6FFDEB0FEAEB0981E48FFB66BD47F13152D7DDF95F7200E8148B45DA3FEDB7BD10AA4BE99720944A8ED1AF5DFA4CF0DE59A1B98A5A2B794730144ACED9AF4DF3EB75C6C3610E19B2E7A2E2C57726DD7A0FFA6F53DC60D457C5FF87E720E8008B75D83FE6B2E62C1637410F1B66BD07F4D456C788C0D62A3ED76EFBF6622C1D282C7C82076DA6EF7FE6B22A2FF4138B19BF15B6BBBDDFB6FAAE2A0D3F108B60E471813C462DBEDDE7FF593E9728048BD5CC56A5A07BAD86DBB9DFB6F3DAEC16215B4DCCD034B07EC8C0662BDED76EFBFA94AC3952639B57005FE6211962AB9C927043240DBEDDE7FD35C95A1BF58FE8AC40F568B7AF7286C9D64E88DB45C55C36D1FEDFB6F96169A2478E75CC95A430F47FD6189A513DA460319AAED76EFBFC991E478F2EA71D3F00FC77CEABD232A94CD138A470019B0ED1A7CFE9BA495CA8F67132F978793700FC713FB5A235685DD03A3870719B4ED1A7DFE7B38BD3B0CAF837F8F8C5E1C0EF0AECFEFCE6D9F73EF0DBF5C0DDB768DAE7F480EE7DB57711C3529E364A813EE070619A1ED1A5EFF90A57A16AA9AA596A9B491EDD918036494B6DBE3FADF2C4B9A64D9602F9137EC72558DB97DF4BFFFC3C440C66BBB52F77F9814C8A86D57EAFE0F130219B9ED0ADDFF613A20E3B75D91FB3F4C05C489B62B79FFB3330771A4ED0ADEFFECBC41DC69BB67D07FBD213C4A27C7C3CDFE6B1DC4B1B6EB7CFFB50DE25CDB75BDFF7AB6972BF7DAAEDBFDD72A88A36DD7E9FE6B13C4D9B6EB72FFF56C2E572FDAEE1F4EC6B9FE6B0F242BCAFBF5DD7FF9D3C96CFE7B82BAFFAA09836455B4593FCFB59379F114D7F7D99427247A99DF9C4C58BE7892F194F790E259BEA8F8CAFBE0B9960F5EF4D797E7CF73D29B7AF62CC9D7F8EAE3E547D772F931FA9E3C7F9EB3F93EE4A6D21372E1DC847CF234C82CBFA002041040000104104000010410400001041040000104104000010410400001041040003179CD2E5A06102664962017572D7309C8002017DED5B776D9FEEE5D023208C8E3FEF174F63F01190A64BF7D389DED2320834DC8C3EE74B64C082080000208208000020820800002082080000208208000020820800002082080000208208000020820800002082080000208208000020820800002082080000208208000020820800002082080000208208000020820800002082080000208208000020820800002082080000208208000322AC8ED20F9AC412E4DD21EC4E8E12FA3EF9F6F9D8AF77590E455FCC933C965FB09314AF43DFBEA54BC1F03651B9965BB6FE1B17BD897660FFF6DB7FDE154BCFD30F97BFFD32CAD3C741ECD1EFE71B7772BDE6EA86CCDD2F6E11FCC1EFE61E758BC1D0184000208010410020820041040082004104008208010400021800042002180004200018400020801041002080104100208200410400820801040082080104000218000420001840042000184000208010410020820041002082004104008208010400021801040002127F30F6DC159FDF0F4947E0000000049454E44AE426082','9AD93A7617CC2303E3AC2FD3715C5D354AAA8725801B6FAD1153E52554B5A758');
CREATE TABLE learning_path (
    id     INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 2147483647),
    title  TEXT    NOT NULL UNIQUE CHECK (title <> '')
) STRICT;
INSERT INTO "learning_path" VALUES(1,'Basis voor iedereen');
INSERT INTO "learning_path" VALUES(2,'Verpleegkundig handelen');
INSERT INTO "learning_path" VALUES(3,'Verzorgen en helpen');
INSERT INTO "learning_path" VALUES(4,'Bedrijfshulpverlening');
INSERT INTO "learning_path" VALUES(5,'Palliatieve zorg');
INSERT INTO "learning_path" VALUES(6,'Dementie en gedrag');
INSERT INTO "learning_path" VALUES(7,'Terug na lang verzuim');
INSERT INTO "learning_path" VALUES(8,'Leidinggeven');
INSERT INTO "learning_path" VALUES(9,'Inwerken');
INSERT INTO "learning_path" VALUES(10,'Zorgtechnologie (in voorbereiding)');
CREATE TABLE learning_path_link (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    learning_path  INTEGER NOT NULL REFERENCES learning_path,
    link_type      TEXT    NOT NULL CHECK (link_type IN ('Person', 'Function', 'Location', 'Group', 'Theme')),
    person         INTEGER REFERENCES person       CHECK ((person IS NOT NULL) = (link_type IN ('Person', 'Theme'))),
    function       INTEGER REFERENCES function     CHECK ((function IS NOT NULL) = (link_type = 'Function')),
    division       INTEGER REFERENCES division     CHECK ((division IS NOT NULL) = (link_type = 'Location')),
    person_group   INTEGER REFERENCES person_group CHECK ((person_group IS NOT NULL) = (link_type = 'Group'))
) STRICT;
INSERT INTO "learning_path_link" VALUES(1,1,'Location',NULL,NULL,12,NULL);
INSERT INTO "learning_path_link" VALUES(2,1,'Location',NULL,NULL,9,NULL);
INSERT INTO "learning_path_link" VALUES(3,1,'Location',NULL,NULL,16,NULL);
INSERT INTO "learning_path_link" VALUES(4,1,'Location',NULL,NULL,1,NULL);
INSERT INTO "learning_path_link" VALUES(5,1,'Location',NULL,NULL,6,NULL);
INSERT INTO "learning_path_link" VALUES(6,4,'Group',NULL,NULL,NULL,1);
INSERT INTO "learning_path_link" VALUES(7,6,'Location',NULL,NULL,3,NULL);
INSERT INTO "learning_path_link" VALUES(8,6,'Theme',19,NULL,NULL,NULL);
INSERT INTO "learning_path_link" VALUES(9,6,'Theme',22,NULL,NULL,NULL);
INSERT INTO "learning_path_link" VALUES(10,6,'Theme',46,NULL,NULL,NULL);
INSERT INTO "learning_path_link" VALUES(11,9,'Group',NULL,NULL,NULL,2);
INSERT INTO "learning_path_link" VALUES(12,8,'Function',NULL,8,NULL,NULL);
INSERT INTO "learning_path_link" VALUES(13,8,'Person',24,NULL,NULL,NULL);
INSERT INTO "learning_path_link" VALUES(14,5,'Group',NULL,NULL,NULL,3);
INSERT INTO "learning_path_link" VALUES(15,5,'Location',NULL,NULL,16,NULL);
INSERT INTO "learning_path_link" VALUES(16,5,'Theme',35,NULL,NULL,NULL);
INSERT INTO "learning_path_link" VALUES(17,5,'Theme',53,NULL,NULL,NULL);
INSERT INTO "learning_path_link" VALUES(18,7,'Person',36,NULL,NULL,NULL);
INSERT INTO "learning_path_link" VALUES(19,7,'Person',49,NULL,NULL,NULL);
INSERT INTO "learning_path_link" VALUES(20,2,'Function',NULL,3,NULL,NULL);
INSERT INTO "learning_path_link" VALUES(21,2,'Function',NULL,2,NULL,NULL);
INSERT INTO "learning_path_link" VALUES(22,2,'Function',NULL,4,NULL,NULL);
INSERT INTO "learning_path_link" VALUES(23,3,'Function',NULL,5,NULL,NULL);
INSERT INTO "learning_path_link" VALUES(24,3,'Function',NULL,1,NULL,NULL);
CREATE TABLE learning_path_training (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    learning_path  INTEGER NOT NULL REFERENCES learning_path,
    training       INTEGER NOT NULL REFERENCES LearningModule,
    UNIQUE (learning_path, training)
) STRICT;
INSERT INTO "learning_path_training" VALUES(1,1,2);
INSERT INTO "learning_path_training" VALUES(2,1,3);
INSERT INTO "learning_path_training" VALUES(3,4,4);
INSERT INTO "learning_path_training" VALUES(4,4,5);
INSERT INTO "learning_path_training" VALUES(5,4,2147483655);
INSERT INTO "learning_path_training" VALUES(6,4,6);
INSERT INTO "learning_path_training" VALUES(7,4,9);
INSERT INTO "learning_path_training" VALUES(8,6,17);
INSERT INTO "learning_path_training" VALUES(9,6,18);
INSERT INTO "learning_path_training" VALUES(10,9,2147483671);
INSERT INTO "learning_path_training" VALUES(11,9,1);
INSERT INTO "learning_path_training" VALUES(12,8,19);
INSERT INTO "learning_path_training" VALUES(13,5,2147483670);
INSERT INTO "learning_path_training" VALUES(14,5,15);
INSERT INTO "learning_path_training" VALUES(15,5,16);
INSERT INTO "learning_path_training" VALUES(16,7,8);
INSERT INTO "learning_path_training" VALUES(17,7,14);
INSERT INTO "learning_path_training" VALUES(18,7,7);
INSERT INTO "learning_path_training" VALUES(19,2,2147483660);
INSERT INTO "learning_path_training" VALUES(20,2,10);
INSERT INTO "learning_path_training" VALUES(21,2,11);
INSERT INTO "learning_path_training" VALUES(22,2,13);
INSERT INTO "learning_path_training" VALUES(23,2,12);
INSERT INTO "learning_path_training" VALUES(24,3,8);
INSERT INTO "learning_path_training" VALUES(25,3,13);
INSERT INTO "learning_path_training" VALUES(26,3,20);
INSERT INTO "learning_path_training" VALUES(27,3,7);
CREATE TABLE ledger (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    at      TEXT    NOT NULL,
    kind    TEXT    NOT NULL CHECK (kind IN ('import', 'undo', 'call', 'command', 'act')),
    number  INTEGER UNIQUE CHECK ((number IS NOT NULL) = (kind IN ('import', 'undo'))),
    undoes  INTEGER REFERENCES ledger CHECK ((undoes IS NOT NULL) = (kind = 'undo')),
    actor   TEXT    NOT NULL,   -- the credential's name, or user@host
    action  TEXT    NOT NULL    -- the operation, the path imported, the command, what was undone
) STRICT;
INSERT INTO "ledger" VALUES(1,'2026-11-22T05:04:43Z','import',1,NULL,'beheer@lms','seed');
INSERT INTO "ledger" VALUES(2,'2026-11-22T05:04:44Z','import',2,NULL,'beheer@lms','wijzigingen');
INSERT INTO "ledger" VALUES(3,'2026-11-22T05:04:44Z','undo',3,2,'beheer@lms','import 2');
INSERT INTO "ledger" VALUES(4,'2026-11-22T05:04:45Z','call',NULL,NULL,'hr','CreatePerson');
INSERT INTO "ledger" VALUES(5,'2026-11-22T05:05:04Z','command',NULL,NULL,'beheer@lms','person anonymise');
CREATE TABLE ledger_change (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    ledger  INTEGER NOT NULL REFERENCES ledger ON DELETE CASCADE,
    file    TEXT    NOT NULL,      -- 'persons.csv'
    row     INTEGER NOT NULL,      -- the row's id in the file's table
    line    INTEGER,               -- of the file, when an import did it
    source  TEXT,                  -- the file whose line it is, where that is another: persons.csv names functions
    kind    TEXT    NOT NULL CHECK (kind IN ('created', 'changed', 'removed')),
    old     TEXT    CHECK ((old IS NULL) = (kind = 'created'))
) STRICT;
INSERT INTO "ledger_change" VALUES(1,1,'divisions.csv',1,2,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(2,1,'divisions.csv',2,3,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(3,1,'divisions.csv',3,4,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(4,1,'divisions.csv',4,5,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(5,1,'divisions.csv',5,6,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(6,1,'divisions.csv',6,7,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(7,1,'divisions.csv',7,8,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(8,1,'divisions.csv',8,9,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(9,1,'divisions.csv',9,10,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(10,1,'divisions.csv',10,11,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(11,1,'divisions.csv',11,12,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(12,1,'divisions.csv',12,13,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(13,1,'divisions.csv',13,14,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(14,1,'divisions.csv',14,15,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(15,1,'divisions.csv',15,16,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(16,1,'divisions.csv',16,17,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(17,1,'divisions.csv',18,18,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(18,1,'functions.csv',1,2,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(19,1,'functions.csv',2,3,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(20,1,'functions.csv',3,4,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(21,1,'functions.csv',4,5,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(22,1,'functions.csv',5,6,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(23,1,'functions.csv',6,7,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(24,1,'functions.csv',7,8,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(25,1,'functions.csv',8,9,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(26,1,'functions.csv',9,10,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(27,1,'functions.csv',10,11,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(28,1,'functions.csv',11,12,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(29,1,'functions.csv',12,13,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(30,1,'functions.csv',13,14,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(31,1,'functions.csv',14,15,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(32,1,'functions.csv',15,16,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(33,1,'functions.csv',16,17,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(34,1,'functions.csv',18,18,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(35,1,'groups.csv',1,2,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(36,1,'groups.csv',2,3,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(37,1,'groups.csv',3,4,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(38,1,'groups.csv',4,5,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(39,1,'groups.csv',5,6,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(40,1,'groups.csv',7,7,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(41,1,'persons.csv',1,2,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(42,1,'persons.csv',2,3,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(43,1,'persons.csv',3,4,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(44,1,'persons.csv',4,5,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(45,1,'persons.csv',5,6,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(46,1,'persons.csv',6,7,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(47,1,'persons.csv',7,8,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(48,1,'persons.csv',8,9,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(49,1,'persons.csv',9,10,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(50,1,'persons.csv',10,11,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(51,1,'persons.csv',11,12,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(52,1,'persons.csv',12,13,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(53,1,'persons.csv',13,14,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(54,1,'persons.csv',14,15,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(55,1,'persons.csv',15,16,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(56,1,'persons.csv',16,17,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(57,1,'persons.csv',17,18,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(58,1,'persons.csv',18,19,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(59,1,'persons.csv',19,20,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(60,1,'persons.csv',20,21,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(61,1,'persons.csv',21,22,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(62,1,'persons.csv',22,23,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(63,1,'persons.csv',23,24,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(64,1,'persons.csv',24,25,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(65,1,'persons.csv',25,26,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(66,1,'persons.csv',26,27,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(67,1,'persons.csv',27,28,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(68,1,'persons.csv',28,29,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(69,1,'persons.csv',29,30,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(70,1,'persons.csv',30,31,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(71,1,'persons.csv',31,32,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(72,1,'persons.csv',32,33,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(73,1,'persons.csv',34,34,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(74,1,'persons.csv',35,35,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(75,1,'persons.csv',36,36,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(76,1,'persons.csv',37,37,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(77,1,'persons.csv',38,38,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(78,1,'persons.csv',39,39,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(79,1,'persons.csv',40,40,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(80,1,'persons.csv',41,41,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(81,1,'persons.csv',42,42,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(82,1,'persons.csv',43,43,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(83,1,'persons.csv',44,44,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(84,1,'persons.csv',45,45,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(85,1,'persons.csv',46,46,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(86,1,'persons.csv',47,47,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(87,1,'persons.csv',48,48,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(88,1,'persons.csv',49,49,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(89,1,'persons.csv',50,50,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(90,1,'persons.csv',51,51,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(91,1,'persons.csv',52,52,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(92,1,'persons.csv',53,53,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(93,1,'persons.csv',54,54,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(94,1,'persons.csv',55,55,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(95,1,'persons.csv',56,56,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(96,1,'persons.csv',57,57,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(97,1,'persons.csv',58,58,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(98,1,'persons.csv',59,59,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(99,1,'persons.csv',60,60,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(100,1,'persons.csv',61,61,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(101,1,'persons.csv',62,62,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(102,1,'group_members.csv',1,2,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(103,1,'group_members.csv',2,3,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(104,1,'group_members.csv',3,4,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(105,1,'group_members.csv',4,5,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(106,1,'group_members.csv',5,6,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(107,1,'group_members.csv',6,7,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(108,1,'group_members.csv',7,8,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(109,1,'group_members.csv',8,9,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(110,1,'group_members.csv',9,10,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(111,1,'group_members.csv',10,11,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(112,1,'group_members.csv',11,12,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(113,1,'group_members.csv',12,13,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(114,1,'group_members.csv',13,14,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(115,1,'group_members.csv',14,15,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(116,1,'group_members.csv',15,16,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(117,1,'group_members.csv',16,17,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(118,1,'group_members.csv',17,18,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(119,1,'group_members.csv',18,19,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(120,1,'group_members.csv',19,20,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(121,1,'group_members.csv',20,21,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(122,1,'group_members.csv',21,22,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(123,1,'group_members.csv',22,23,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(124,1,'group_members.csv',23,24,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(125,1,'group_members.csv',24,25,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(126,1,'group_members.csv',25,26,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(127,1,'group_members.csv',26,27,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(128,1,'group_members.csv',27,28,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(129,1,'group_members.csv',28,29,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(130,1,'group_members.csv',29,30,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(131,1,'group_members.csv',30,31,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(132,1,'group_members.csv',31,32,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(133,1,'group_members.csv',32,33,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(134,1,'group_members.csv',33,34,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(135,1,'group_members.csv',34,35,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(136,1,'group_members.csv',35,36,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(137,1,'steps.csv',1,2,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(138,1,'steps.csv',2,3,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(139,1,'steps.csv',3,4,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(140,1,'steps.csv',4,5,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(141,1,'categories.csv',1,2,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(142,1,'categories.csv',2,3,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(143,1,'categories.csv',3,4,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(144,1,'categories.csv',4,5,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(145,1,'categories.csv',5,6,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(146,1,'categories.csv',6,7,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(147,1,'categories.csv',7,8,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(148,1,'categories.csv',8,9,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(149,1,'categories.csv',9,10,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(150,1,'categories.csv',10,11,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(151,1,'categories.csv',11,12,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(152,1,'categories.csv',12,13,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(153,1,'categories.csv',13,14,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(154,1,'trainings.csv',1,2,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(155,1,'trainings.csv',2,3,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(156,1,'trainings.csv',3,4,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(157,1,'trainings.csv',4,5,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(158,1,'trainings.csv',5,6,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(159,1,'trainings.csv',6,7,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(160,1,'trainings.csv',7,8,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(161,1,'trainings.csv',8,9,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(162,1,'trainings.csv',9,10,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(163,1,'trainings.csv',10,11,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(164,1,'trainings.csv',11,12,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(165,1,'trainings.csv',12,13,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(166,1,'trainings.csv',13,14,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(167,1,'trainings.csv',14,15,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(168,1,'trainings.csv',15,16,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(169,1,'trainings.csv',16,17,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(170,1,'trainings.csv',17,18,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(171,1,'trainings.csv',18,19,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(172,1,'trainings.csv',19,20,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(173,1,'trainings.csv',20,21,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(174,1,'trainings.csv',21,22,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(175,1,'trainings.csv',2147483655,23,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(176,1,'trainings.csv',2147483660,24,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(177,1,'trainings.csv',2147483670,25,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(178,1,'trainings.csv',2147483671,26,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(179,1,'tasks.csv',101,2,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(180,1,'tasks.csv',102,3,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(181,1,'tasks.csv',103,4,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(182,1,'tasks.csv',104,5,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(183,1,'tasks.csv',105,6,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(184,1,'tasks.csv',106,7,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(185,1,'tasks.csv',107,8,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(186,1,'tasks.csv',108,9,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(187,1,'tasks.csv',109,10,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(188,1,'tasks.csv',110,11,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(189,1,'tasks.csv',111,12,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(190,1,'tasks.csv',112,13,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(191,1,'tasks.csv',113,14,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(192,1,'tasks.csv',114,15,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(193,1,'tasks.csv',115,16,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(194,1,'tasks.csv',116,17,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(195,1,'tasks.csv',117,18,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(196,1,'tasks.csv',118,19,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(197,1,'tasks.csv',119,20,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(198,1,'tasks.csv',120,21,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(199,1,'tasks.csv',121,22,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(200,1,'tasks.csv',122,23,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(201,1,'tasks.csv',123,24,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(202,1,'tasks.csv',124,25,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(203,1,'tasks.csv',125,26,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(204,1,'training_tasks.csv',1,2,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(205,1,'training_tasks.csv',2,3,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(206,1,'training_tasks.csv',3,4,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(207,1,'training_tasks.csv',4,5,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(208,1,'training_tasks.csv',5,6,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(209,1,'training_tasks.csv',6,7,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(210,1,'training_tasks.csv',7,8,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(211,1,'training_tasks.csv',8,9,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(212,1,'training_tasks.csv',9,10,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(213,1,'training_tasks.csv',10,11,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(214,1,'training_tasks.csv',11,12,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(215,1,'training_tasks.csv',12,13,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(216,1,'training_tasks.csv',13,14,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(217,1,'training_tasks.csv',14,15,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(218,1,'training_tasks.csv',15,16,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(219,1,'training_tasks.csv',16,17,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(220,1,'training_tasks.csv',17,18,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(221,1,'training_tasks.csv',18,19,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(222,1,'training_tasks.csv',19,20,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(223,1,'training_tasks.csv',20,21,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(224,1,'training_tasks.csv',21,22,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(225,1,'training_tasks.csv',22,23,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(226,1,'training_tasks.csv',23,24,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(227,1,'training_tasks.csv',24,25,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(228,1,'training_tasks.csv',25,26,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(229,1,'training_tasks.csv',26,27,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(230,1,'training_tasks.csv',27,28,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(231,1,'training_tasks.csv',28,29,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(232,1,'training_tasks.csv',29,30,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(233,1,'block_courses.csv',1,2,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(234,1,'block_courses.csv',2,3,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(235,1,'block_courses.csv',3,4,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(236,1,'block_courses.csv',4,5,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(237,1,'block_courses.csv',5,6,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(238,1,'block_courses.csv',6,7,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(239,1,'block_courses.csv',7,8,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(240,1,'block_courses.csv',8,9,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(241,1,'block_courses.csv',9,10,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(242,1,'block_courses.csv',10,11,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(243,1,'block_courses.csv',11,12,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(244,1,'block_courses.csv',12,13,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(245,1,'training_thresholds.csv',1,2,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(246,1,'training_thresholds.csv',2,3,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(247,1,'training_thresholds.csv',3,4,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(248,1,'training_thresholds.csv',4,5,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(249,1,'training_thresholds.csv',5,6,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(250,1,'training_thresholds.csv',6,7,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(251,1,'training_thresholds.csv',7,8,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(252,1,'training_thresholds.csv',8,9,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(253,1,'training_trainers.csv',1,2,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(254,1,'training_trainers.csv',2,3,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(255,1,'training_trainers.csv',3,4,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(256,1,'training_trainers.csv',4,5,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(257,1,'training_trainers.csv',5,6,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(258,1,'training_trainers.csv',6,7,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(259,1,'training_trainers.csv',7,8,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(260,1,'training_trainers.csv',8,9,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(261,1,'training_trainers.csv',9,10,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(262,1,'training_trainers.csv',10,11,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(263,1,'training_trainers.csv',11,12,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(264,1,'training_trainers.csv',12,13,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(265,1,'training_trainers.csv',13,14,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(266,1,'training_trainers.csv',14,15,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(267,1,'training_trainers.csv',15,16,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(268,1,'training_trainers.csv',16,17,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(269,1,'training_trainers.csv',17,18,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(270,1,'training_trainers.csv',18,19,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(271,1,'training_trainers.csv',19,20,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(272,1,'training_trainers.csv',20,21,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(273,1,'training_trainers.csv',21,22,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(274,1,'training_trainers.csv',22,23,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(275,1,'learning_paths.csv',1,2,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(276,1,'learning_paths.csv',2,3,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(277,1,'learning_paths.csv',3,4,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(278,1,'learning_paths.csv',4,5,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(279,1,'learning_paths.csv',5,6,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(280,1,'learning_paths.csv',6,7,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(281,1,'learning_paths.csv',7,8,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(282,1,'learning_paths.csv',8,9,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(283,1,'learning_paths.csv',9,10,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(284,1,'learning_paths.csv',10,11,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(285,1,'learning_path_trainings.csv',1,2,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(286,1,'learning_path_trainings.csv',2,3,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(287,1,'learning_path_trainings.csv',3,4,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(288,1,'learning_path_trainings.csv',4,5,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(289,1,'learning_path_trainings.csv',5,6,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(290,1,'learning_path_trainings.csv',6,7,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(291,1,'learning_path_trainings.csv',7,8,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(292,1,'learning_path_trainings.csv',8,9,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(293,1,'learning_path_trainings.csv',9,10,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(294,1,'learning_path_trainings.csv',10,11,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(295,1,'learning_path_trainings.csv',11,12,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(296,1,'learning_path_trainings.csv',12,13,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(297,1,'learning_path_trainings.csv',13,14,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(298,1,'learning_path_trainings.csv',14,15,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(299,1,'learning_path_trainings.csv',15,16,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(300,1,'learning_path_trainings.csv',16,17,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(301,1,'learning_path_trainings.csv',17,18,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(302,1,'learning_path_trainings.csv',18,19,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(303,1,'learning_path_trainings.csv',19,20,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(304,1,'learning_path_trainings.csv',20,21,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(305,1,'learning_path_trainings.csv',21,22,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(306,1,'learning_path_trainings.csv',22,23,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(307,1,'learning_path_trainings.csv',23,24,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(308,1,'learning_path_trainings.csv',24,25,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(309,1,'learning_path_trainings.csv',25,26,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(310,1,'learning_path_trainings.csv',26,27,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(311,1,'learning_path_trainings.csv',27,28,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(312,1,'learning_path_links.csv',1,2,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(313,1,'learning_path_links.csv',2,3,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(314,1,'learning_path_links.csv',3,4,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(315,1,'learning_path_links.csv',4,5,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(316,1,'learning_path_links.csv',5,6,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(317,1,'learning_path_links.csv',6,7,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(318,1,'learning_path_links.csv',7,8,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(319,1,'learning_path_links.csv',8,9,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(320,1,'learning_path_links.csv',9,10,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(321,1,'learning_path_links.csv',10,11,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(322,1,'learning_path_links.csv',11,12,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(323,1,'learning_path_links.csv',12,13,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(324,1,'learning_path_links.csv',13,14,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(325,1,'learning_path_links.csv',14,15,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(326,1,'learning_path_links.csv',15,16,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(327,1,'learning_path_links.csv',16,17,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(328,1,'learning_path_links.csv',17,18,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(329,1,'learning_path_links.csv',18,19,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(330,1,'learning_path_links.csv',19,20,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(331,1,'learning_path_links.csv',20,21,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(332,1,'learning_path_links.csv',21,22,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(333,1,'learning_path_links.csv',22,23,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(334,1,'learning_path_links.csv',23,24,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(335,1,'learning_path_links.csv',24,25,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(336,1,'classes.csv',1,2,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(337,1,'classes.csv',2,3,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(338,1,'classes.csv',3,4,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(339,1,'classes.csv',4,5,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(340,1,'classes.csv',5,6,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(341,1,'classes.csv',6,7,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(342,1,'classes.csv',7,8,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(343,1,'classes.csv',8,9,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(344,1,'classes.csv',9,10,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(345,1,'classes.csv',10,11,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(346,1,'classes.csv',11,12,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(347,1,'classes.csv',12,13,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(348,1,'classes.csv',13,14,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(349,1,'classes.csv',14,15,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(350,1,'classes.csv',15,16,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(351,1,'classes.csv',16,17,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(352,1,'classes.csv',17,18,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(353,1,'classes.csv',18,19,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(354,1,'classes.csv',19,20,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(355,1,'classes.csv',20,21,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(356,1,'classes.csv',21,22,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(357,1,'classes.csv',22,23,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(358,1,'classes.csv',23,24,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(359,1,'classes.csv',24,25,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(360,1,'classes.csv',25,26,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(361,1,'classes.csv',26,27,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(362,1,'classes.csv',27,28,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(363,1,'classes.csv',28,29,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(364,1,'classes.csv',29,30,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(365,1,'classes.csv',30,31,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(366,1,'classes.csv',31,32,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(367,1,'classes.csv',32,33,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(368,1,'classes.csv',33,34,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(369,1,'class_dates.csv',1001,2,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(370,1,'class_dates.csv',1002,3,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(371,1,'class_dates.csv',1003,4,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(372,1,'class_dates.csv',1004,5,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(373,1,'class_dates.csv',1005,6,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(374,1,'class_dates.csv',1006,7,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(375,1,'class_dates.csv',1007,8,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(376,1,'class_dates.csv',1008,9,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(377,1,'class_dates.csv',1009,10,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(378,1,'class_dates.csv',1010,11,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(379,1,'class_dates.csv',1011,12,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(380,1,'class_dates.csv',1012,13,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(381,1,'class_dates.csv',1013,14,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(382,1,'class_dates.csv',1014,15,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(383,1,'class_dates.csv',1015,16,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(384,1,'class_dates.csv',1016,17,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(385,1,'class_dates.csv',1017,18,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(386,1,'class_dates.csv',1018,19,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(387,1,'class_dates.csv',1019,20,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(388,1,'class_dates.csv',1020,21,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(389,1,'class_dates.csv',1021,22,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(390,1,'class_dates.csv',1022,23,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(391,1,'class_dates.csv',1023,24,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(392,1,'class_dates.csv',1024,25,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(393,1,'class_dates.csv',1025,26,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(394,1,'class_dates.csv',1026,27,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(395,1,'class_dates.csv',1027,28,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(396,1,'class_dates.csv',1028,29,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(397,1,'class_dates.csv',1029,30,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(398,1,'class_dates.csv',1030,31,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(399,1,'class_dates.csv',1031,32,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(400,1,'class_dates.csv',1032,33,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(401,1,'class_dates.csv',1033,34,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(402,1,'class_dates.csv',1034,35,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(403,1,'class_dates.csv',1035,36,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(404,1,'class_dates.csv',1036,37,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(405,1,'class_dates.csv',1037,38,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(406,1,'class_dates.csv',1038,39,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(407,1,'class_dates.csv',1039,40,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(408,1,'class_dates.csv',1040,41,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(409,1,'class_dates.csv',1041,42,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(410,1,'class_dates.csv',1042,43,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(411,1,'class_dates.csv',1043,44,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(412,1,'class_dates.csv',1044,45,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(413,1,'class_dates.csv',1045,46,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(414,1,'class_dates.csv',1046,47,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(415,1,'class_dates.csv',1047,48,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(416,1,'class_dates.csv',1048,49,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(417,1,'class_dates.csv',1049,50,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(418,1,'class_trainers.csv',1,2,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(419,1,'class_trainers.csv',2,3,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(420,1,'class_trainers.csv',3,4,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(421,1,'class_trainers.csv',4,5,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(422,1,'class_trainers.csv',5,6,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(423,1,'class_trainers.csv',6,7,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(424,1,'class_trainers.csv',7,8,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(425,1,'class_trainers.csv',8,9,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(426,1,'class_trainers.csv',9,10,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(427,1,'class_trainers.csv',10,11,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(428,1,'class_trainers.csv',11,12,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(429,1,'class_trainers.csv',12,13,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(430,1,'class_trainers.csv',13,14,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(431,1,'class_trainers.csv',14,15,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(432,1,'class_trainers.csv',15,16,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(433,1,'class_trainers.csv',16,17,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(434,1,'class_trainers.csv',17,18,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(435,1,'class_trainers.csv',18,19,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(436,1,'class_trainers.csv',19,20,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(437,1,'class_trainers.csv',20,21,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(438,1,'class_trainers.csv',21,22,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(439,1,'class_trainers.csv',22,23,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(440,1,'class_trainers.csv',23,24,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(441,1,'class_trainers.csv',24,25,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(442,1,'class_trainers.csv',25,26,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(443,1,'class_trainers.csv',26,27,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(444,1,'class_trainers.csv',27,28,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(445,1,'class_trainers.csv',28,29,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(446,1,'class_trainers.csv',29,30,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(447,1,'class_trainers.csv',30,31,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(448,1,'class_trainers.csv',31,32,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(449,1,'class_trainers.csv',32,33,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(450,1,'class_trainers.csv',33,34,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(451,1,'class_trainers.csv',34,35,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(452,1,'class_trainers.csv',35,36,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(453,1,'class_trainers.csv',36,37,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(454,1,'class_trainers.csv',37,38,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(455,1,'class_trainers.csv',38,39,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(456,1,'class_trainers.csv',39,40,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(457,1,'class_trainers.csv',40,41,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(458,1,'class_trainers.csv',41,42,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(459,1,'class_trainers.csv',42,43,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(460,1,'dim_reasons.csv',1,2,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(461,1,'dim_reasons.csv',2,3,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(462,1,'dim_reasons.csv',3,4,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(463,1,'dim_reasons.csv',9,5,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(464,1,'dimmings.csv',1,2,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(465,1,'dimmings.csv',2,3,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(466,1,'dimmings.csv',3,4,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(467,1,'dimmings.csv',4,5,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(468,1,'dimmings.csv',5,6,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(469,1,'dimmings.csv',6,7,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(470,1,'dimmings.csv',7,8,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(471,1,'dimmings.csv',8,9,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(472,1,'enrollments.csv',5001,2,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(473,1,'enrollments.csv',5002,3,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(474,1,'enrollments.csv',5003,4,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(475,1,'enrollments.csv',5004,5,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(476,1,'enrollments.csv',5005,6,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(477,1,'enrollments.csv',5006,7,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(478,1,'enrollments.csv',5007,8,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(479,1,'enrollments.csv',5008,9,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(480,1,'enrollments.csv',5009,10,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(481,1,'enrollments.csv',5010,11,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(482,1,'enrollments.csv',5011,12,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(483,1,'enrollments.csv',5012,13,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(484,1,'enrollments.csv',5013,14,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(485,1,'enrollments.csv',5014,15,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(486,1,'enrollments.csv',5015,16,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(487,1,'enrollments.csv',5016,17,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(488,1,'enrollments.csv',5017,18,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(489,1,'enrollments.csv',5018,19,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(490,1,'enrollments.csv',5019,20,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(491,1,'enrollments.csv',5020,21,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(492,1,'enrollments.csv',5021,22,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(493,1,'enrollments.csv',5022,23,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(494,1,'enrollments.csv',5023,24,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(495,1,'enrollments.csv',5024,25,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(496,1,'enrollments.csv',5025,26,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(497,1,'enrollments.csv',5026,27,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(498,1,'enrollments.csv',5027,28,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(499,1,'enrollments.csv',5028,29,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(500,1,'enrollments.csv',5029,30,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(501,1,'enrollments.csv',5030,31,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(502,1,'enrollments.csv',5031,32,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(503,1,'enrollments.csv',5032,33,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(504,1,'enrollments.csv',5033,34,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(505,1,'enrollments.csv',5034,35,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(506,1,'enrollments.csv',5035,36,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(507,1,'enrollments.csv',5036,37,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(508,1,'enrollments.csv',5037,38,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(509,1,'enrollments.csv',5038,39,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(510,1,'enrollments.csv',5039,40,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(511,1,'enrollments.csv',5040,41,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(512,1,'enrollments.csv',5042,42,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(513,1,'enrollments.csv',5043,43,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(514,1,'enrollments.csv',5044,44,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(515,1,'enrollments.csv',5045,45,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(516,1,'enrollments.csv',5046,46,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(517,1,'enrollments.csv',5047,47,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(518,1,'enrollments.csv',5048,48,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(519,1,'enrollments.csv',5049,49,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(520,1,'enrollments.csv',5050,50,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(521,1,'enrollments.csv',5051,51,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(522,1,'enrollments.csv',5052,52,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(523,1,'enrollments.csv',5053,53,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(524,1,'enrollments.csv',5054,54,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(525,1,'enrollments.csv',5055,55,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(526,1,'enrollments.csv',5056,56,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(527,1,'enrollments.csv',5057,57,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(528,1,'enrollments.csv',5058,58,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(529,1,'enrollments.csv',5059,59,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(530,1,'enrollments.csv',5060,60,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(531,1,'enrollments.csv',5061,61,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(532,1,'enrollments.csv',5062,62,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(533,1,'enrollments.csv',5063,63,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(534,1,'enrollments.csv',5064,64,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(535,1,'enrollments.csv',5065,65,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(536,1,'enrollments.csv',5066,66,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(537,1,'enrollments.csv',5067,67,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(538,1,'enrollments.csv',5068,68,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(539,1,'enrollments.csv',5069,69,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(540,1,'enrollments.csv',5070,70,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(541,1,'enrollments.csv',5071,71,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(542,1,'enrollments.csv',5072,72,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(543,1,'enrollments.csv',5073,73,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(544,1,'enrollments.csv',5074,74,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(545,1,'enrollments.csv',5075,75,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(546,1,'enrollments.csv',5076,76,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(547,1,'enrollments.csv',5077,77,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(548,1,'enrollments.csv',5079,78,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(549,1,'enrollments.csv',5080,79,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(550,1,'enrollments.csv',5081,80,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(551,1,'enrollments.csv',5082,81,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(552,1,'enrollments.csv',5083,82,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(553,1,'enrollments.csv',5084,83,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(554,1,'enrollments.csv',5085,84,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(555,1,'enrollments.csv',5086,85,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(556,1,'enrollments.csv',5087,86,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(557,1,'enrollments.csv',5088,87,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(558,1,'enrollments.csv',5089,88,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(559,1,'enrollments.csv',5090,89,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(560,1,'enrollments.csv',5091,90,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(561,1,'enrollments.csv',5092,91,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(562,1,'enrollments.csv',5093,92,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(563,1,'enrollments.csv',5094,93,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(564,1,'enrollments.csv',5095,94,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(565,1,'enrollments.csv',5096,95,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(566,1,'enrollments.csv',5097,96,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(567,1,'enrollments.csv',5098,97,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(568,1,'enrollments.csv',5099,98,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(569,1,'enrollments.csv',5100,99,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(570,1,'enrollments.csv',5101,100,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(571,1,'enrollments.csv',5102,101,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(572,1,'enrollments.csv',5103,102,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(573,1,'enrollments.csv',5104,103,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(574,1,'enrollments.csv',5105,104,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(575,1,'enrollments.csv',5106,105,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(576,1,'enrollments.csv',5107,106,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(577,1,'enrollments.csv',5108,107,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(578,1,'enrollments.csv',5109,108,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(579,1,'enrollments.csv',5110,109,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(580,1,'enrollments.csv',5111,110,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(581,1,'enrollments.csv',5112,111,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(582,1,'enrollments.csv',5113,112,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(583,1,'enrollments.csv',5114,113,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(584,1,'enrollments.csv',5115,114,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(585,1,'enrollments.csv',5116,115,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(586,1,'enrollments.csv',5117,116,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(587,1,'enrollments.csv',5118,117,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(588,1,'enrollments.csv',5119,118,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(589,1,'enrollments.csv',5120,119,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(590,1,'enrollments.csv',5121,120,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(591,1,'enrollments.csv',5122,121,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(592,1,'enrollments.csv',5123,122,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(593,1,'enrollments.csv',5124,123,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(594,1,'enrollments.csv',5125,124,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(595,1,'enrollments.csv',5126,125,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(596,1,'enrollments.csv',5127,126,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(597,1,'enrollments.csv',5128,127,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(598,1,'enrollments.csv',5129,128,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(599,1,'enrollments.csv',5130,129,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(600,1,'enrollments.csv',5131,130,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(601,1,'enrollments.csv',5132,131,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(602,1,'enrollments.csv',5133,132,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(603,1,'enrollments.csv',5134,133,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(604,1,'enrollments.csv',5135,134,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(605,1,'enrollments.csv',5136,135,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(606,1,'enrollments.csv',5137,136,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(607,1,'enrollments.csv',5138,137,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(608,1,'enrollments.csv',5139,138,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(609,1,'enrollments.csv',5140,139,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(610,1,'enrollments.csv',5141,140,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(611,1,'enrollments.csv',5142,141,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(612,1,'enrollments.csv',5143,142,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(613,1,'enrollments.csv',5144,143,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(614,1,'enrollments.csv',5145,144,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(615,1,'enrollments.csv',5146,145,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(616,1,'enrollments.csv',5147,146,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(617,1,'enrollments.csv',5148,147,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(618,1,'enrollments.csv',5149,148,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(619,1,'enrollments.csv',5150,149,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(620,1,'enrollments.csv',5151,150,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(621,1,'enrollments.csv',9001,151,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(622,1,'progress.csv',1,2,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(623,1,'progress.csv',2,3,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(624,1,'progress.csv',3,4,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(625,1,'progress.csv',4,5,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(626,1,'progress.csv',5,6,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(627,1,'progress.csv',6,7,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(628,1,'progress.csv',7,8,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(629,1,'progress.csv',8,9,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(630,1,'progress.csv',9,10,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(631,1,'progress.csv',10,11,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(632,1,'progress.csv',11,12,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(633,1,'progress.csv',12,13,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(634,1,'progress.csv',13,14,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(635,1,'progress.csv',14,15,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(636,1,'progress.csv',15,16,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(637,1,'progress.csv',16,17,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(638,1,'progress.csv',17,18,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(639,1,'progress.csv',18,19,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(640,1,'progress.csv',19,20,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(641,1,'progress.csv',20,21,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(642,1,'progress.csv',21,22,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(643,1,'progress.csv',22,23,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(644,1,'progress.csv',23,24,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(645,1,'progress.csv',24,25,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(646,1,'progress.csv',25,26,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(647,1,'progress.csv',26,27,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(648,1,'progress.csv',27,28,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(649,1,'progress.csv',28,29,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(650,1,'progress.csv',29,30,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(651,1,'progress.csv',30,31,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(652,1,'progress.csv',31,32,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(653,1,'progress.csv',32,33,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(654,1,'progress.csv',33,34,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(655,1,'progress.csv',34,35,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(656,1,'progress.csv',35,36,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(657,1,'progress.csv',36,37,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(658,1,'progress.csv',37,38,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(659,1,'progress.csv',38,39,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(660,1,'progress.csv',39,40,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(661,1,'progress.csv',40,41,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(662,1,'progress.csv',41,42,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(663,1,'progress.csv',42,43,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(664,1,'progress.csv',43,44,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(665,1,'progress.csv',44,45,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(666,1,'progress.csv',45,46,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(667,1,'progress.csv',46,47,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(668,1,'progress.csv',47,48,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(669,1,'progress.csv',48,49,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(670,1,'progress.csv',49,50,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(671,1,'progress.csv',50,51,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(672,1,'progress.csv',51,52,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(673,1,'progress.csv',52,53,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(674,1,'progress.csv',53,54,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(675,1,'progress.csv',54,55,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(676,1,'progress.csv',55,56,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(677,1,'progress.csv',56,57,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(678,1,'progress.csv',57,58,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(679,1,'progress.csv',58,59,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(680,1,'progress.csv',59,60,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(681,1,'progress.csv',60,61,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(682,1,'progress.csv',61,62,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(683,1,'progress.csv',62,63,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(684,1,'progress.csv',63,64,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(685,1,'results.csv',20001,2,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(686,1,'results.csv',20002,3,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(687,1,'results.csv',20003,4,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(688,1,'results.csv',20004,5,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(689,1,'results.csv',20005,6,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(690,1,'results.csv',20006,7,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(691,1,'results.csv',20007,8,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(692,1,'results.csv',20008,9,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(693,1,'results.csv',20009,10,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(694,1,'results.csv',20010,11,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(695,1,'results.csv',20011,12,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(696,1,'results.csv',20012,13,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(697,1,'results.csv',20013,14,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(698,1,'results.csv',20014,15,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(699,1,'results.csv',20015,16,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(700,1,'results.csv',20016,17,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(701,1,'results.csv',20017,18,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(702,1,'results.csv',20018,19,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(703,1,'results.csv',20019,20,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(704,1,'results.csv',20020,21,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(705,1,'results.csv',20021,22,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(706,1,'results.csv',20022,23,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(707,1,'results.csv',20023,24,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(708,1,'results.csv',20024,25,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(709,1,'results.csv',20025,26,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(710,1,'results.csv',20026,27,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(711,1,'results.csv',20027,28,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(712,1,'results.csv',20028,29,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(713,1,'results.csv',20029,30,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(714,1,'results.csv',20030,31,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(715,1,'results.csv',20031,32,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(716,1,'results.csv',20032,33,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(717,1,'results.csv',20033,34,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(718,1,'results.csv',20034,35,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(719,1,'results.csv',20035,36,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(720,1,'results.csv',20036,37,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(721,1,'results.csv',20037,38,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(722,1,'results.csv',20038,39,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(723,1,'results.csv',20039,40,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(724,1,'results.csv',20040,41,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(725,1,'results.csv',20041,42,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(726,1,'results.csv',20042,43,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(727,1,'results.csv',20043,44,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(728,1,'results.csv',20044,45,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(729,1,'results.csv',20045,46,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(730,1,'results.csv',20046,47,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(731,1,'results.csv',20047,48,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(732,1,'results.csv',20048,49,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(733,1,'results.csv',20049,50,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(734,1,'results.csv',20050,51,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(735,1,'results.csv',20051,52,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(736,1,'results.csv',20052,53,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(737,1,'results.csv',20053,54,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(738,1,'results.csv',20054,55,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(739,1,'results.csv',20055,56,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(740,1,'results.csv',20056,57,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(741,1,'results.csv',20057,58,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(742,1,'results.csv',20058,59,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(743,1,'results.csv',20059,60,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(744,1,'results.csv',20060,61,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(745,1,'results.csv',20062,62,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(746,1,'results.csv',20063,63,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(747,1,'results.csv',20064,64,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(748,1,'results.csv',20065,65,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(749,1,'results.csv',20066,66,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(750,1,'results.csv',20067,67,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(751,1,'results.csv',20068,68,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(752,1,'results.csv',20069,69,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(753,1,'results.csv',20070,70,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(754,1,'results.csv',20071,71,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(755,1,'results.csv',20072,72,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(756,1,'results.csv',20073,73,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(757,1,'results.csv',20074,74,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(758,1,'results.csv',20075,75,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(759,1,'results.csv',20076,76,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(760,1,'results.csv',20077,77,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(761,1,'results.csv',20078,78,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(762,1,'results.csv',20079,79,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(763,1,'results.csv',20080,80,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(764,1,'results.csv',20081,81,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(765,1,'results.csv',20082,82,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(766,1,'results.csv',20083,83,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(767,1,'results.csv',20084,84,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(768,1,'results.csv',20085,85,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(769,1,'results.csv',20086,86,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(770,1,'results.csv',20087,87,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(771,1,'results.csv',20088,88,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(772,1,'results.csv',20089,89,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(773,1,'results.csv',20090,90,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(774,1,'results.csv',20091,91,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(775,1,'results.csv',20092,92,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(776,1,'results.csv',20093,93,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(777,1,'results.csv',20094,94,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(778,1,'results.csv',20095,95,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(779,1,'results.csv',20096,96,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(780,1,'results.csv',20097,97,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(781,1,'results.csv',20098,98,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(782,1,'results.csv',20099,99,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(783,1,'results.csv',20100,100,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(784,1,'results.csv',20101,101,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(785,1,'results.csv',20102,102,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(786,1,'results.csv',20103,103,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(787,1,'results.csv',20104,104,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(788,1,'results.csv',20105,105,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(789,1,'results.csv',20106,106,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(790,1,'results.csv',20107,107,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(791,1,'results.csv',20108,108,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(792,1,'results.csv',20109,109,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(793,1,'results.csv',20110,110,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(794,1,'results.csv',20111,111,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(795,1,'results.csv',20112,112,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(796,1,'results.csv',20113,113,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(797,1,'results.csv',20114,114,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(798,1,'results.csv',20115,115,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(799,1,'results.csv',20116,116,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(800,1,'results.csv',20117,117,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(801,1,'results.csv',20118,118,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(802,1,'results.csv',20119,119,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(803,1,'results.csv',20120,120,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(804,1,'results.csv',20121,121,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(805,1,'results.csv',20122,122,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(806,1,'results.csv',20123,123,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(807,1,'results.csv',20124,124,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(808,1,'results.csv',20125,125,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(809,1,'results.csv',20126,126,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(810,1,'results.csv',20127,127,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(811,1,'results.csv',20128,128,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(812,1,'results.csv',20129,129,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(813,1,'results.csv',20130,130,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(814,1,'results.csv',20131,131,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(815,1,'results.csv',20132,132,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(816,1,'results.csv',20133,133,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(817,1,'results.csv',20134,134,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(818,1,'results.csv',20135,135,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(819,1,'results.csv',20136,136,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(820,1,'results.csv',20137,137,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(821,1,'results.csv',20138,138,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(822,1,'results.csv',20139,139,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(823,1,'results.csv',20140,140,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(824,1,'results.csv',20141,141,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(825,1,'results.csv',20142,142,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(826,1,'results.csv',20143,143,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(827,1,'results.csv',20144,144,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(828,1,'results.csv',20145,145,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(829,1,'results.csv',20146,146,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(830,1,'results.csv',20147,147,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(831,1,'results.csv',20148,148,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(832,1,'results.csv',20149,149,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(833,1,'results.csv',20150,150,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(834,1,'results.csv',20151,151,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(835,1,'results.csv',20152,152,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(836,1,'results.csv',20153,153,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(837,1,'results.csv',20154,154,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(838,1,'results.csv',20155,155,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(839,1,'results.csv',20156,156,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(840,1,'results.csv',20157,157,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(841,1,'results.csv',20158,158,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(842,1,'results.csv',20159,159,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(843,1,'results.csv',20160,160,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(844,1,'results.csv',20161,161,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(845,1,'results.csv',20162,162,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(846,1,'results.csv',20163,163,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(847,1,'results.csv',20164,164,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(848,1,'results.csv',20165,165,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(849,1,'results.csv',20166,166,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(850,1,'results.csv',20167,167,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(851,1,'results.csv',20168,168,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(852,1,'results.csv',20169,169,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(853,1,'results.csv',20170,170,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(854,1,'results.csv',20171,171,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(855,1,'results.csv',20172,172,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(856,1,'results.csv',20173,173,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(857,1,'results.csv',20174,174,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(858,1,'results.csv',20175,175,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(859,1,'results.csv',20176,176,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(860,1,'results.csv',20177,177,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(861,1,'results.csv',20178,178,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(862,1,'results.csv',20179,179,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(863,1,'results.csv',20180,180,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(864,1,'results.csv',20181,181,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(865,1,'results.csv',20182,182,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(866,1,'results.csv',20183,183,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(867,1,'results.csv',20184,184,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(868,1,'results.csv',20185,185,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(869,1,'results.csv',20186,186,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(870,1,'results.csv',20187,187,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(871,1,'results.csv',20188,188,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(872,1,'results.csv',20189,189,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(873,1,'results.csv',30001,190,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(874,1,'absences.csv',301,2,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(875,1,'absences.csv',302,3,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(876,1,'absences.csv',303,4,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(877,1,'absences.csv',304,5,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(878,1,'absences.csv',305,6,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(879,1,'absences.csv',307,7,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(880,1,'absences.csv',308,8,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(881,1,'absences.csv',309,9,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(882,1,'absences.csv',310,10,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(883,1,'absences.csv',311,11,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(884,1,'absences.csv',312,12,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(885,1,'absences.csv',313,13,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(886,1,'absences.csv',314,14,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(887,1,'images',1,1,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(888,1,'images',2,1,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(889,1,'images',3,1,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(890,1,'images',4,1,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(891,1,'images',5,1,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(892,1,'images',6,1,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(893,1,'images',7,1,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(894,1,'images',8,1,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(895,1,'images',9,1,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(896,1,'images',10,1,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(897,1,'images',11,1,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(898,1,'images',12,1,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(899,1,'images',13,1,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(900,1,'images',14,1,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(901,1,'images',15,1,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(902,2,'persons.csv',3,2,NULL,'changed','{"FirstName":"Els"}');
INSERT INTO "ledger_change" VALUES(903,3,'persons.csv',3,NULL,NULL,'changed','{"FirstName":"Gewijzigd"}');
INSERT INTO "ledger_change" VALUES(904,4,'functions.csv',19,NULL,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(905,4,'persons.csv',63,NULL,NULL,'created',NULL);
INSERT INTO "ledger_change" VALUES(906,5,'persons.csv',12,NULL,NULL,'changed','{"AccountLevel":"","Anonymised":"","CostCentre":"","DivisionName":"","Email":"","ExternalIdentifier":"","FamilyName":"","FirstName":"","FunctionName":"","HasActivatedAccount":"","ManagerExternalIdentifier":"","PhoneNumber":""}');
CREATE TABLE ledger_file (
    ledger     INTEGER NOT NULL REFERENCES ledger ON DELETE CASCADE,
    file       TEXT    NOT NULL,   -- 'persons.csv'
    digest     TEXT    NOT NULL,   -- BLAKE2b-256 of the file's bytes, hexadecimal; '' of an undo, which reads none
    created    INTEGER NOT NULL,
    updated    INTEGER NOT NULL,
    unchanged  INTEGER NOT NULL,
    removed    INTEGER NOT NULL,
    PRIMARY KEY (ledger, file)
) STRICT, WITHOUT ROWID;
INSERT INTO "ledger_file" VALUES(1,'absences.csv','e21494f3eccf00addd46de3881cfd371479d62d3eea780dc421b1627beb907bf',13,0,0,0);
INSERT INTO "ledger_file" VALUES(1,'account_levels.csv','7e305917d992cb195ef259d7e81528f376dddf0f499ea45bf62faea03aa56af7',0,0,8,0);
INSERT INTO "ledger_file" VALUES(1,'block_courses.csv','60cc53c8f393ef0e6ad71f9d688bf40e9ce9a30901d489ca50ccb2372ea75396',12,0,0,0);
INSERT INTO "ledger_file" VALUES(1,'categories.csv','9be9b43004c1f8f05dd019336d3482808fa50773f671a5026e55f939a553b273',13,0,0,0);
INSERT INTO "ledger_file" VALUES(1,'class_dates.csv','288dbc20ba0f8507154ff386846b8cb16dc7c336a21107bcbb71cb3e0a383c07',49,0,0,0);
INSERT INTO "ledger_file" VALUES(1,'class_trainers.csv','4365da460140900c07909730c5ce7ee6ab1c9e48e0b0d89eab07401e03b98d8b',42,0,0,0);
INSERT INTO "ledger_file" VALUES(1,'classes.csv','f817a04035affdbd1801da1107b859268f90474e61ca3bfc63033b9e7bd785ab',33,0,0,0);
INSERT INTO "ledger_file" VALUES(1,'dim_reasons.csv','0fc7a8085cc58756a22ce64c97a0027c32f259a5f6706f02c14998396d04750a',4,0,0,0);
INSERT INTO "ledger_file" VALUES(1,'dimmings.csv','82aa684c8b651f5b8700c356f1acebbce2cb64776cbd289ad03a92e2d9424530',8,0,0,0);
INSERT INTO "ledger_file" VALUES(1,'divisions.csv','aaf3b0b5a791a7f425bdd42d4151cfc3724723d3648e7413a11c7629ea5495c5',17,0,0,0);
INSERT INTO "ledger_file" VALUES(1,'enrollments.csv','4a8c8316a2ef30b2b3f7e1e15887a37894e5fa40c48e5aa4986b3cea810b9d7b',150,0,0,0);
INSERT INTO "ledger_file" VALUES(1,'functions.csv','296b08c399b0134d0b6e061046beb21bcef3b43590c9ec35636df07bdc20dfad',17,0,0,0);
INSERT INTO "ledger_file" VALUES(1,'group_members.csv','d59b7eea0c44fbff754e4b83a2b90d38f21c1ea9719c525bb20760c3fc608518',35,0,0,0);
INSERT INTO "ledger_file" VALUES(1,'groups.csv','3edaa42bde8e87bf45db022d218f856587c3bbee6a822ad20235fdb0dd3114bc',6,0,0,0);
INSERT INTO "ledger_file" VALUES(1,'images','',15,0,0,0);
INSERT INTO "ledger_file" VALUES(1,'learning_path_links.csv','3c49f4d7b3dd91c8cdbab64ea580870ae4813e8e3766af76a991bea236bda829',24,0,0,0);
INSERT INTO "ledger_file" VALUES(1,'learning_path_trainings.csv','dadaf6ba39293b0546c1fb9fbebe2605c29c3378432c170e713a1f69713359cc',27,0,0,0);
INSERT INTO "ledger_file" VALUES(1,'learning_paths.csv','e5edd2596f0136177869e7a7c82a72f209da9427e9d8190975567c26bdcd4de2',10,0,0,0);
INSERT INTO "ledger_file" VALUES(1,'persons.csv','30edcd585eb08ab79ccf4d10925887b292f819edca91e93dc82b7c2facfc3361',61,0,0,0);
INSERT INTO "ledger_file" VALUES(1,'progress.csv','ba5f01937ac7971cebefcccc61abcf0916f678713369dd17a23d1fc65b5193c9',63,0,0,0);
INSERT INTO "ledger_file" VALUES(1,'results.csv','f746e08aad6b5dc1e0804318201134eb502e19664df1d1588a820c7c0c9d8c8a',189,0,0,0);
INSERT INTO "ledger_file" VALUES(1,'steps.csv','ae98a626d271123bcd0dfc6f18d33959d67999820d14a66223326a1f6365f489',4,0,0,0);
INSERT INTO "ledger_file" VALUES(1,'tasks.csv','429df177f8886086a268db74236aaa52a5a0ee11bfd6e3637e822c7bf8dfd55e',25,0,0,0);
INSERT INTO "ledger_file" VALUES(1,'training_tasks.csv','9f600b2dad7a36fbe452c4de263914ab5e74c70421f7ef5cf5b600a9758931f9',29,0,0,0);
INSERT INTO "ledger_file" VALUES(1,'training_thresholds.csv','3e53dd9c640caa0832107b2367cf5db70556c9c0154ee6626162f52cf14055d9',8,0,0,0);
INSERT INTO "ledger_file" VALUES(1,'training_trainers.csv','be556d82ec052755f1be99ad71cc6e8c181808bd6e574130ad9ca1c9efd73596',22,0,0,0);
INSERT INTO "ledger_file" VALUES(1,'trainings.csv','4d847260e245f8b1c38fb6fd6732f6bd0b70278e3570fbd793dedf9bd23b9f2e',25,0,0,0);
INSERT INTO "ledger_file" VALUES(2,'persons.csv','d3a14c1cc6f5ea5814a004fc0b031b5ab240f124e4ed287606b2dddeb7a1bc5b',0,1,0,0);
INSERT INTO "ledger_file" VALUES(3,'persons.csv','',0,1,0,0);
CREATE TABLE person (
    id                    INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 0 AND 2147483647),
    external_identifier   TEXT    NOT NULL UNIQUE CHECK (external_identifier <> '' OR id = 0),
    first_name            TEXT    NOT NULL CHECK (first_name <> ''),
    insertion             TEXT    NOT NULL DEFAULT '',
    family_name           TEXT    NOT NULL CHECK (family_name <> ''),
    email                 TEXT    NOT NULL CHECK (email <> '' OR id = 0),
    -- NULL only for the placeholder, which has whatever level is the default
    account_level         INTEGER REFERENCES account_level CHECK (account_level IS NOT NULL OR id = 0),
    function              INTEGER NOT NULL DEFAULT 0 REFERENCES function,
    division              INTEGER NOT NULL DEFAULT 0 REFERENCES division,
    cost_centre           TEXT    NOT NULL DEFAULT '',
    phone_number          TEXT    NOT NULL DEFAULT '',
    contract_start        TEXT    CHECK (contract_start IS strftime('%Y-%m-%dT%H:%M:%S', contract_start)),
    contract_end          TEXT    CHECK (contract_end IS strftime('%Y-%m-%dT%H:%M:%S', contract_end)),
    -- deferred: a person may stand above the manager in a file, and managers may form a cycle
    manager               INTEGER NOT NULL DEFAULT 0 REFERENCES person DEFERRABLE INITIALLY DEFERRED,
    employee_type         TEXT    NOT NULL DEFAULT 'Intern' CHECK (employee_type IN ('Intern', 'Extern')),
    has_activated_account INTEGER NOT NULL DEFAULT 0 CHECK (has_activated_account IN (0, 1)),
    -- an anonymised person stays dismissed
    anonymised            INTEGER NOT NULL DEFAULT 0
                          CHECK (anonymised IN (0, 1) AND (anonymised = 0 OR contract_end IS NOT NULL))
) STRICT;
INSERT INTO "person" VALUES(0,'','Manager','','onbekend','',NULL,0,0,'','',NULL,NULL,0,'Intern',0,0);
INSERT INTO "person" VALUES(1,'000101','Marijke','','Hoekstra','marijke.hoekstra@deveenhof.example',4,9,12,'9000','088 000 01 01','2014-05-01T00:00:00',NULL,2,'Intern',1,0);
INSERT INTO "person" VALUES(2,'000102','Ruud','van der','Zanden','ruud.van.der.zanden@deveenhof.example',4,9,12,'9000','088 000 01 02','2017-09-01T00:00:00',NULL,1,'Intern',1,0);
INSERT INTO "person" VALUES(3,'000110','Els','','Brouwer','els.brouwer@deveenhof.example',1,10,13,'9130','088 000 01 10','2009-03-01T00:00:00',NULL,1,'Intern',1,0);
INSERT INTO "person" VALUES(4,'000111','Özlem','','Yıldız','ozlem.yildiz@deveenhof.example',5,11,13,'9130','088 000 01 11','2019-08-15T00:00:00',NULL,3,'Intern',1,0);
INSERT INTO "person" VALUES(5,'000112','Pieter-Jan','de','Wit','pieterjan.de.wit@deveenhof.example',7,10,13,'9130','088 000 01 12','2021-01-01T00:00:00',NULL,3,'Intern',1,0);
INSERT INTO "person" VALUES(6,'000113','Fatima','el','Idrissi','fatima.el.idrissi@deveenhof.example',8,12,14,'9140','088 000 01 13','2018-04-01T00:00:00',NULL,2,'Intern',1,0);
INSERT INTO "person" VALUES(7,'000120','Anneke','','Veenstra','anneke.veenstra@deveenhof.example',4,8,2,'1200','088 000 01 20','2006-02-01T00:00:00',NULL,2,'Intern',1,0);
INSERT INTO "person" VALUES(8,'000121','Joris','van','Dijk','joris.van.dijk@deveenhof.example',4,8,5,'1500','088 000 01 21','2020-06-01T00:00:00',NULL,2,'Intern',1,0);
INSERT INTO "person" VALUES(9,'000122','Sandra','','Postma','sandra.postma@deveenhof.example',4,8,7,'2070','088 000 01 22','2013-11-01T00:00:00',NULL,1,'Intern',1,0);
INSERT INTO "person" VALUES(10,'000123','Bram','ter','Haar','bram.ter.haar@deveenhof.example',4,8,10,'3100','088 000 01 23','2016-01-01T00:00:00',NULL,1,'Intern',1,0);
INSERT INTO "person" VALUES(11,'000124','Ingrid','in ''t','Veld','ingrid.in.t.veld@deveenhof.example',4,8,16,'4000','088 000 01 24','2011-09-01T00:00:00',NULL,1,'Intern',1,0);
INSERT INTO "person" VALUES(12,'anonymised-12','Anoniem','','Persoon','anonymised-12@invalid',3,0,0,'','','1998-08-01T00:00:00','2025-12-31T23:59:59',0,'Intern',0,1);
INSERT INTO "person" VALUES(13,'000126','Carla','','Mulder','carla.mulder@deveenhof.example',2,13,13,'9130','088 000 01 26','2008-10-01T00:00:00',NULL,3,'Intern',1,0);
INSERT INTO "person" VALUES(14,'000127','Henk-Jan','','Bakker','henkjan.bakker@deveenhof.example',2,13,2,'1200','088 000 01 27','2012-03-01T00:00:00',NULL,7,'Intern',1,0);
INSERT INTO "person" VALUES(15,'EXT-001','Sophie','de','Graaf','sophie@levensteken.example',2,16,13,'','',NULL,NULL,0,'Extern',1,0);
INSERT INTO "person" VALUES(16,'EXT-002','Rob','','Janssen','rob.janssen@zorgtheater.example',2,16,0,'','06 00 00 00 16','2024-01-01T00:00:00','2026-12-31T23:59:59',0,'Extern',0,0);
INSERT INTO "person" VALUES(17,'000130','Tessa','','Smit','tessa.smit@deveenhof.example',6,13,6,'2000','088 000 01 30','2015-05-01T00:00:00',NULL,9,'Intern',1,0);
INSERT INTO "person" VALUES(18,'000131','Mohamed','','Amrani','mohamed.amrani@deveenhof.example',6,7,11,'3110','088 000 01 31','2014-02-01T00:00:00',NULL,10,'Intern',1,0);
INSERT INTO "person" VALUES(19,'001201','Daan','','Visser','daan.visser@deveenhof.example',3,1,3,'1203','06 00 00 00 19','2021-09-01T00:00:00',NULL,7,'Intern',1,0);
INSERT INTO "person" VALUES(20,'001202','Yvonne','van den','Berg','yvonne.van.den.berg@deveenhof.example',3,2,3,'1203','','2010-04-01T00:00:00',NULL,7,'Intern',1,0);
INSERT INTO "person" VALUES(21,'001203','Kimberley','','Jansen','kimberley.jansen@deveenhof.example',3,5,3,'1203','','2022-02-14T00:00:00',NULL,7,'Intern',1,0);
INSERT INTO "person" VALUES(22,'001204','Zoë','','Meijer','zoe.meijer@deveenhof.example',3,1,4,'1204','','2019-12-01T00:00:00',NULL,7,'Intern',1,0);
INSERT INTO "person" VALUES(23,'001205','Truus','van den','Heuvel','truus.van.den.heuvel@deveenhof.example',3,1,4,'1204','','1989-06-01T00:00:00','2026-03-31T23:59:59',7,'Intern',1,0);
INSERT INTO "person" VALUES(24,'001206','Chantal','','Groen','chantal.groen@deveenhof.example',3,3,4,'1204','06 00 00 00 24','2016-08-01T00:00:00',NULL,7,'Intern',1,0);
INSERT INTO "person" VALUES(25,'001207','Sem','','Bos','sem.bos@deveenhof.example',3,5,4,'1204','','2026-02-01T00:00:00','2027-01-31T23:59:59',7,'Intern',1,0);
INSERT INTO "person" VALUES(26,'001208','Noor','','Peeters','noor.peeters@deveenhof.example',3,1,3,'1203','','2025-10-01T00:00:00','2026-09-30T23:59:59',7,'Intern',1,0);
INSERT INTO "person" VALUES(27,'001210','Willemijn','van ''t','Hof','willemijn.van.t.hof@deveenhof.example',3,3,5,'1500','','2018-01-15T00:00:00',NULL,8,'Intern',1,0);
INSERT INTO "person" VALUES(28,'001211','Ahmed','','Bouzidi','ahmed.bouzidi@deveenhof.example',3,1,5,'1500','','2020-10-01T00:00:00',NULL,8,'Intern',1,0);
INSERT INTO "person" VALUES(29,'001212','Linda','de','Jong','linda.de.jong@deveenhof.example',3,5,5,'1500','','2007-05-07T00:00:00',NULL,8,'Intern',1,0);
INSERT INTO "person" VALUES(30,'001213','Peter','','Vos','peter.vos@deveenhof.example',3,14,5,'0420','06 00 00 00 30','2003-01-01T00:00:00',NULL,8,'Intern',1,0);
INSERT INTO "person" VALUES(31,'001214','Gül','','Şahin','gul.sahin@deveenhof.example',3,1,5,'1500','','2017-03-01T00:00:00',NULL,8,'Intern',1,0);
INSERT INTO "person" VALUES(32,'001215','Jan','de','Vries','jan.de.vries@deveenhof.example',3,1,5,'1500','','2015-11-01T00:00:00',NULL,8,'Intern',1,0);
INSERT INTO "person" VALUES(34,'001216','Jan','de','Vries','jan.de.vries2@deveenhof.example',3,15,5,'1510','','2023-05-01T00:00:00',NULL,8,'Intern',1,0);
INSERT INTO "person" VALUES(35,'001301','Maaike','','Dijkstra','maaike.dijkstra@deveenhof.example',3,4,7,'2070','06 00 00 00 35','2018-09-01T00:00:00',NULL,9,'Intern',1,0);
INSERT INTO "person" VALUES(36,'001302','Erik','','Hendriks','erik.hendriks@deveenhof.example',3,1,7,'2070','','2012-01-01T00:00:00',NULL,9,'Intern',1,0);
INSERT INTO "person" VALUES(37,'001303','Roos','van','Leeuwen','roos.van.leeuwen@deveenhof.example',3,2,7,'2070','','2024-09-01T00:00:00',NULL,9,'Intern',1,0);
INSERT INTO "person" VALUES(38,'anonymised-38','Anoniem','','Persoon','anonymised-38@invalid',3,0,0,'','','2011-01-01T00:00:00','2024-12-31T23:59:59',0,'Intern',0,1);
INSERT INTO "person" VALUES(39,'001304','Samira','','Benali','samira.benali@deveenhof.example',3,4,7,'2070','06 00 00 00 39','2021-04-01T00:00:00',NULL,9,'Intern',1,0);
INSERT INTO "person" VALUES(40,'001305','Thijs','van der','Meer','thijs.van.der.meer@deveenhof.example',3,5,7,'2070','','2024-03-01T00:00:00',NULL,9,'Intern',1,0);
INSERT INTO "person" VALUES(41,'001310','Annelies','','Koning','annelies.koning@deveenhof.example',3,4,8,'2080','','2016-06-01T00:00:00',NULL,12,'Intern',1,0);
INSERT INTO "person" VALUES(42,'001311','Koen','','Maas','koen.maas@deveenhof.example',3,1,8,'2080','','2019-02-01T00:00:00',NULL,12,'Intern',1,0);
INSERT INTO "person" VALUES(43,'001312','Petra','','Scholten','petra.scholten@deveenhof.example',3,2,8,'2080','','2009-09-01T00:00:00',NULL,12,'Intern',1,0);
INSERT INTO "person" VALUES(44,'001313','Lotte','van','Beek','lotte.van.beek@deveenhof.example',3,5,8,'2080','','2023-08-28T00:00:00',NULL,38,'Intern',1,0);
INSERT INTO "person" VALUES(45,'001401','Stijn','','Verhoeven','stijn.verhoeven@deveenhof.example',3,6,10,'3100','','2025-06-01T00:00:00',NULL,10,'Intern',1,0);
INSERT INTO "person" VALUES(46,'001402','Femke','','Prins','femke.prins@deveenhof.example',3,7,10,'3100','','2019-05-01T00:00:00',NULL,10,'Intern',1,0);
INSERT INTO "person" VALUES(47,'001403','João','da','Silva','joao.da.silva@deveenhof.example',3,6,10,'3100','','2025-12-01T00:00:00',NULL,10,'Intern',0,0);
INSERT INTO "person" VALUES(48,'001404','Mireille','','Blom','mireille.blom@deveenhof.example',3,6,11,'3110','','2010-10-01T00:00:00',NULL,18,'Intern',1,0);
INSERT INTO "person" VALUES(49,'001405','Gerrit','','Wolters','gerrit.wolters@deveenhof.example',3,0,11,'3110','','2001-04-01T00:00:00',NULL,18,'Intern',1,0);
INSERT INTO "person" VALUES(50,'001406','Iris','van','Rijn','iris.van.rijn@deveenhof.example',3,6,10,'3100','','2024-02-01T00:00:00','2026-01-31T23:59:59',46,'Intern',1,0);
INSERT INTO "person" VALUES(51,'001501','Hanneke','','Post','hanneke.post@deveenhof.example',3,3,16,'4000','','2013-07-01T00:00:00',NULL,11,'Intern',1,0);
INSERT INTO "person" VALUES(52,'001502','Nadia','','Haddad','nadia.haddad@deveenhof.example',3,3,16,'4000','','2022-11-01T00:00:00',NULL,11,'Intern',1,0);
INSERT INTO "person" VALUES(53,'001503','Bas','de','Ruiter','bas.de.ruiter@deveenhof.example',3,15,16,'4000','','2018-02-01T00:00:00','9999-12-31T00:00:00',11,'Intern',1,0);
INSERT INTO "person" VALUES(54,'002001','Robin','','Schouten','robin.schouten@deveenhof.example',3,1,15,'9145','','2025-09-15T00:00:00',NULL,6,'Intern',1,0);
INSERT INTO "person" VALUES(55,'002002','Dewi','','Pattinama','dewi.pattinama@deveenhof.example',3,0,0,'','',NULL,NULL,0,'Intern',0,0);
INSERT INTO "person" VALUES(56,'EXT-010','Marco','','Conti','marco.conti@zzp-zorg.example',3,2,15,'','06 00 00 00 56','2025-11-01T00:00:00','2026-10-31T23:59:59',6,'Extern',1,0);
INSERT INTO "person" VALUES(57,'EXT-011','Sylvia','van','Os','sylvia.van.os@zzp-zorg.example',3,1,15,'','','2023-10-01T00:00:00','2025-09-30T23:59:59',6,'Extern',1,0);
INSERT INTO "person" VALUES(58,'001099','Lieke','','Timmermans','Lieke.Timmermans@deveenhof.example',3,5,4,'1204','','2021-03-01T00:00:00','2024-06-30T23:59:59',7,'Intern',1,0);
INSERT INTO "person" VALUES(59,'001220','Lieke','','Timmermans','lieke.timmermans@deveenhof.example',3,1,5,'1500','','2025-09-01T00:00:00',NULL,8,'Intern',1,0);
INSERT INTO "person" VALUES(60,'000098','Kees','','Dekker','kees.dekker@deveenhof.example',2,13,6,'2000','','1985-01-01T00:00:00','2025-05-31T23:59:59',12,'Intern',1,0);
INSERT INTO "person" VALUES(61,'001314','Floor','','Hermans','floor.hermans@deveenhof.example',3,5,8,'2080','','2026-04-01T00:00:00',NULL,0,'Intern',0,0);
INSERT INTO "person" VALUES(62,'001221','Bianca','','Willems','bianca.willems@deveenhof.example',3,5,5,'1500','','2024-03-09T00:00:00','2026-03-09T00:00:00',8,'Intern',1,0);
INSERT INTO "person" VALUES(63,'009001','Noor','','Berg','noor@example.nl',3,19,0,'','',NULL,NULL,0,'Intern',0,0);
CREATE TABLE person_group (
    id          INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 2147483647),
    name        TEXT    NOT NULL UNIQUE CHECK (name <> '')
) STRICT;
INSERT INTO "person_group" VALUES(1,'BHV''ers');
INSERT INTO "person_group" VALUES(2,'Nieuwe medewerkers');
INSERT INTO "person_group" VALUES(3,'Aandachtsvelders palliatieve zorg');
INSERT INTO "person_group" VALUES(4,'Teammanagers');
INSERT INTO "person_group" VALUES(5,'Medicatiecommissie');
INSERT INTO "person_group" VALUES(7,'Ondernemingsraad');
CREATE TABLE portfolio_count (
    person             INTEGER PRIMARY KEY,
    contract_end       TEXT,              -- the person's
    offered            INTEGER NOT NULL,  -- active trainings in the portfolio
    offered_inactive   INTEGER NOT NULL,
    completed          INTEGER NOT NULL,  -- active trainings completed and not in the portfolio
    completed_inactive INTEGER NOT NULL
) STRICT;
INSERT INTO "portfolio_count" VALUES(1,NULL,2,0,0,0);
INSERT INTO "portfolio_count" VALUES(2,NULL,2,0,0,0);
INSERT INTO "portfolio_count" VALUES(3,NULL,3,0,1,0);
INSERT INTO "portfolio_count" VALUES(4,NULL,2,0,1,0);
INSERT INTO "portfolio_count" VALUES(5,NULL,3,0,1,0);
INSERT INTO "portfolio_count" VALUES(6,NULL,4,0,0,0);
INSERT INTO "portfolio_count" VALUES(7,NULL,8,0,0,0);
INSERT INTO "portfolio_count" VALUES(8,NULL,3,0,0,0);
INSERT INTO "portfolio_count" VALUES(9,NULL,3,0,0,0);
INSERT INTO "portfolio_count" VALUES(10,NULL,8,0,0,0);
INSERT INTO "portfolio_count" VALUES(11,NULL,6,0,0,0);
INSERT INTO "portfolio_count" VALUES(13,NULL,7,0,0,0);
INSERT INTO "portfolio_count" VALUES(14,NULL,3,0,0,0);
INSERT INTO "portfolio_count" VALUES(15,NULL,3,0,0,0);
INSERT INTO "portfolio_count" VALUES(16,'2026-12-31T23:59:59',1,0,0,0);
INSERT INTO "portfolio_count" VALUES(17,NULL,10,0,0,0);
INSERT INTO "portfolio_count" VALUES(18,NULL,3,0,0,0);
INSERT INTO "portfolio_count" VALUES(19,NULL,12,1,1,0);
INSERT INTO "portfolio_count" VALUES(20,NULL,15,0,0,0);
INSERT INTO "portfolio_count" VALUES(21,NULL,8,1,1,0);
INSERT INTO "portfolio_count" VALUES(22,NULL,8,1,0,0);
INSERT INTO "portfolio_count" VALUES(23,'2026-03-31T23:59:59',8,1,0,0);
INSERT INTO "portfolio_count" VALUES(24,NULL,10,0,1,0);
INSERT INTO "portfolio_count" VALUES(25,'2027-01-31T23:59:59',7,1,0,0);
INSERT INTO "portfolio_count" VALUES(26,'2026-09-30T23:59:59',10,1,0,0);
INSERT INTO "portfolio_count" VALUES(27,NULL,15,0,2,0);
INSERT INTO "portfolio_count" VALUES(28,NULL,5,1,1,0);
INSERT INTO "portfolio_count" VALUES(29,NULL,10,1,1,1);
INSERT INTO "portfolio_count" VALUES(30,NULL,7,0,0,0);
INSERT INTO "portfolio_count" VALUES(31,NULL,11,1,0,0);
INSERT INTO "portfolio_count" VALUES(32,NULL,6,1,0,0);
INSERT INTO "portfolio_count" VALUES(34,NULL,5,0,1,0);
INSERT INTO "portfolio_count" VALUES(35,NULL,12,0,1,0);
INSERT INTO "portfolio_count" VALUES(36,NULL,12,1,0,0);
INSERT INTO "portfolio_count" VALUES(37,NULL,7,0,1,0);
INSERT INTO "portfolio_count" VALUES(39,NULL,9,0,1,0);
INSERT INTO "portfolio_count" VALUES(40,NULL,6,1,0,0);
INSERT INTO "portfolio_count" VALUES(41,NULL,8,0,0,0);
INSERT INTO "portfolio_count" VALUES(42,NULL,10,1,0,0);
INSERT INTO "portfolio_count" VALUES(43,NULL,11,0,0,0);
INSERT INTO "portfolio_count" VALUES(44,NULL,7,1,1,0);
INSERT INTO "portfolio_count" VALUES(45,NULL,7,0,0,0);
INSERT INTO "portfolio_count" VALUES(46,NULL,6,0,0,0);
INSERT INTO "portfolio_count" VALUES(47,NULL,4,0,0,0);
INSERT INTO "portfolio_count" VALUES(48,NULL,3,1,0,0);
INSERT INTO "portfolio_count" VALUES(49,NULL,8,0,0,1);
INSERT INTO "portfolio_count" VALUES(50,'2026-01-31T23:59:59',3,0,1,0);
INSERT INTO "portfolio_count" VALUES(51,NULL,12,0,0,0);
INSERT INTO "portfolio_count" VALUES(52,NULL,11,0,1,0);
INSERT INTO "portfolio_count" VALUES(53,'9999-12-31T00:00:00',5,0,0,0);
INSERT INTO "portfolio_count" VALUES(54,NULL,8,1,0,0);
INSERT INTO "portfolio_count" VALUES(55,NULL,3,0,0,0);
INSERT INTO "portfolio_count" VALUES(56,'2026-10-31T23:59:59',8,0,0,0);
INSERT INTO "portfolio_count" VALUES(57,'2025-09-30T23:59:59',5,1,0,0);
INSERT INTO "portfolio_count" VALUES(58,'2024-06-30T23:59:59',5,1,0,0);
INSERT INTO "portfolio_count" VALUES(59,NULL,7,1,0,0);
INSERT INTO "portfolio_count" VALUES(60,'2025-05-31T23:59:59',4,0,0,0);
INSERT INTO "portfolio_count" VALUES(61,NULL,7,1,0,0);
INSERT INTO "portfolio_count" VALUES(62,'2026-03-09T00:00:00',6,1,1,0);
INSERT INTO "portfolio_count" VALUES(63,NULL,0,0,0,0);
CREATE TABLE portfolio_stale (person INTEGER PRIMARY KEY) STRICT;
CREATE TABLE progress (
    id                INTEGER PRIMARY KEY AUTOINCREMENT,
    person            INTEGER NOT NULL REFERENCES person,
    training          INTEGER NOT NULL REFERENCES LearningModule,
    started_at        TEXT    NOT NULL CHECK (started_at IS strftime('%Y-%m-%dT%H:%M:%S', started_at)),
    percent_complete  INTEGER NOT NULL DEFAULT 0 CHECK (percent_complete BETWEEN 0 AND 100),
    UNIQUE (person, training)
) STRICT;
INSERT INTO "progress" VALUES(1,5,2,'2025-10-07T15:05:29',100);
INSERT INTO "progress" VALUES(2,6,14,'2026-01-15T16:20:00',80);
INSERT INTO "progress" VALUES(3,8,2,'2025-02-11T18:15:20',100);
INSERT INTO "progress" VALUES(4,8,19,'2026-02-10T09:30:00',0);
INSERT INTO "progress" VALUES(5,9,19,'2026-02-10T09:30:00',40);
INSERT INTO "progress" VALUES(6,13,2,'2025-01-16T19:54:24',100);
INSERT INTO "progress" VALUES(7,17,2,'2025-02-24T20:02:04',100);
INSERT INTO "progress" VALUES(8,17,3,'2025-07-14T18:02:03',100);
INSERT INTO "progress" VALUES(9,18,2,'2026-03-08T23:50:00',0);
INSERT INTO "progress" VALUES(10,19,8,'2025-04-14T15:19:40',100);
INSERT INTO "progress" VALUES(11,20,2,'2025-06-24T14:26:27',100);
INSERT INTO "progress" VALUES(12,21,8,'2025-01-20T08:00:00',100);
INSERT INTO "progress" VALUES(13,21,7,'2026-03-05T19:00:00',20);
INSERT INTO "progress" VALUES(14,22,2,'2025-12-08T09:40:50',100);
INSERT INTO "progress" VALUES(15,22,8,'2026-03-06T20:00:00',10);
INSERT INTO "progress" VALUES(16,23,2,'2022-04-11T08:00:00',100);
INSERT INTO "progress" VALUES(17,23,8,'2025-05-02T09:36:28',100);
INSERT INTO "progress" VALUES(18,24,7,'2026-03-09T09:00:00',50);
INSERT INTO "progress" VALUES(19,25,2,'2026-02-04T13:00:00',90);
INSERT INTO "progress" VALUES(20,25,2147483671,'2026-02-02T09:00:00',25);
INSERT INTO "progress" VALUES(21,25,1,'2026-02-03T16:59:58',100);
INSERT INTO "progress" VALUES(22,26,2,'2025-10-03T12:01:13',100);
INSERT INTO "progress" VALUES(23,26,8,'2025-10-10T14:36:08',100);
INSERT INTO "progress" VALUES(24,26,1,'2025-10-02T18:38:10',100);
INSERT INTO "progress" VALUES(25,27,2,'2025-03-30T17:43:46',100);
INSERT INTO "progress" VALUES(26,28,8,'2025-07-21T18:07:56',100);
INSERT INTO "progress" VALUES(27,29,3,'2025-02-17T11:04:49',100);
INSERT INTO "progress" VALUES(28,31,8,'2026-03-01T14:20:00',35);
INSERT INTO "progress" VALUES(29,32,8,'2025-11-11T19:14:32',100);
INSERT INTO "progress" VALUES(30,59,2,'2025-09-11T19:25:55',100);
INSERT INTO "progress" VALUES(31,59,8,'2025-09-09T13:25:00',100);
INSERT INTO "progress" VALUES(32,59,3,'2025-09-08T14:53:29',100);
INSERT INTO "progress" VALUES(33,59,1,'2025-09-02T20:04:50',100);
INSERT INTO "progress" VALUES(34,62,2,'2026-02-10T10:00:00',55);
INSERT INTO "progress" VALUES(35,62,8,'2025-06-30T10:02:09',100);
INSERT INTO "progress" VALUES(36,35,2,'2025-09-17T11:56:13',100);
INSERT INTO "progress" VALUES(37,35,3,'2025-04-08T19:33:24',100);
INSERT INTO "progress" VALUES(38,39,2,'2025-11-25T19:06:05',100);
INSERT INTO "progress" VALUES(39,40,8,'2025-03-20T16:32:36',100);
INSERT INTO "progress" VALUES(40,40,13,'2026-02-24T21:15:00',45);
INSERT INTO "progress" VALUES(41,42,20,'2024-03-02T10:00:00',30);
INSERT INTO "progress" VALUES(42,43,10,'2026-02-20T09:00:00',15);
INSERT INTO "progress" VALUES(43,44,2,'2025-08-31T16:45:37',100);
INSERT INTO "progress" VALUES(44,44,8,'2026-02-19T18:33:50',100);
INSERT INTO "progress" VALUES(45,45,4,'2026-03-02T09:00:00',50);
INSERT INTO "progress" VALUES(46,45,3,'2025-06-12T13:12:53',100);
INSERT INTO "progress" VALUES(47,45,1,'2025-06-03T14:37:57',100);
INSERT INTO "progress" VALUES(48,46,2,'2025-05-05T10:11:36',100);
INSERT INTO "progress" VALUES(49,46,4,'2026-03-02T09:00:00',50);
INSERT INTO "progress" VALUES(50,47,3,'2026-01-07T11:00:00',5);
INSERT INTO "progress" VALUES(51,48,2,'2025-01-28T10:44:05',100);
INSERT INTO "progress" VALUES(52,49,8,'2025-04-10T13:49:15',100);
INSERT INTO "progress" VALUES(53,49,7,'2026-02-12T10:00:00',0);
INSERT INTO "progress" VALUES(54,51,2147483670,'2026-01-08T09:30:00',60);
INSERT INTO "progress" VALUES(55,52,2147483670,'2026-01-08T09:30:00',75);
INSERT INTO "progress" VALUES(56,52,3,'2025-10-21T07:12:42',100);
INSERT INTO "progress" VALUES(57,53,2,'2025-12-30T09:48:02',100);
INSERT INTO "progress" VALUES(58,54,2147483671,'2025-09-15T09:00:00',60);
INSERT INTO "progress" VALUES(59,54,8,'2025-10-01T09:10:18',100);
INSERT INTO "progress" VALUES(60,54,1,'2025-09-16T12:13:16',100);
INSERT INTO "progress" VALUES(61,15,2,'2025-08-19T20:03:55',100);
INSERT INTO "progress" VALUES(62,56,2,'2026-01-21T22:00:00',0);
INSERT INTO "progress" VALUES(63,38,13,'2024-05-02T10:00:00',10);
CREATE TABLE step (
    id            INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 2147483647),
    title         TEXT    NOT NULL UNIQUE CHECK (title <> ''),
    introduction  TEXT    NOT NULL DEFAULT '',
    position      INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO "step" VALUES(1,'Welkom bij De Veenhof','<p>Fijn dat je er bent! Hier vind je alles voor je <strong>eerste honderd dagen</strong>.</p>',10);
INSERT INTO "step" VALUES(2,'Veilig werken','<p>Veilig voor de cliënt, veilig voor jou. Deze trainingen herhaal je regelmatig.</p>',20);
INSERT INTO "step" VALUES(3,'Vakbekwaam','<p>Alles om bevoegd &amp; bekwaam te blijven in je vak.</p>',40);
INSERT INTO "step" VALUES(4,'Verdieping en groei','',30);
CREATE TABLE training_id (
    type     TEXT    PRIMARY KEY CHECK (type IN ('Learning', 'Longterm')),
    highest  INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
INSERT INTO "training_id" VALUES('Learning',21);
INSERT INTO "training_id" VALUES('Longterm',23);
CREATE TABLE training_threshold (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    training  INTEGER NOT NULL REFERENCES LearningModule,
    required  INTEGER NOT NULL REFERENCES LearningModule CHECK (required <> training),
    UNIQUE (training, required)
) STRICT;
INSERT INTO "training_threshold" VALUES(1,5,4);
INSERT INTO "training_threshold" VALUES(2,2147483670,15);
INSERT INTO "training_threshold" VALUES(3,2147483660,12);
INSERT INTO "training_threshold" VALUES(4,10,12);
INSERT INTO "training_threshold" VALUES(5,11,10);
INSERT INTO "training_threshold" VALUES(6,11,12);
INSERT INTO "training_threshold" VALUES(7,13,20);
INSERT INTO "training_threshold" VALUES(8,14,13);
CREATE TABLE training_trainer (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    training  INTEGER NOT NULL REFERENCES LearningModule,
    person    INTEGER NOT NULL REFERENCES person,
    UNIQUE (training, person)
) STRICT;
INSERT INTO "training_trainer" VALUES(1,2,5);
INSERT INTO "training_trainer" VALUES(2,4,60);
INSERT INTO "training_trainer" VALUES(3,4,13);
INSERT INTO "training_trainer" VALUES(4,5,13);
INSERT INTO "training_trainer" VALUES(5,2147483655,13);
INSERT INTO "training_trainer" VALUES(6,2147483670,51);
INSERT INTO "training_trainer" VALUES(7,2147483660,17);
INSERT INTO "training_trainer" VALUES(8,6,13);
INSERT INTO "training_trainer" VALUES(9,17,16);
INSERT INTO "training_trainer" VALUES(10,10,17);
INSERT INTO "training_trainer" VALUES(11,10,38);
INSERT INTO "training_trainer" VALUES(12,11,17);
INSERT INTO "training_trainer" VALUES(13,19,3);
INSERT INTO "training_trainer" VALUES(14,19,5);
INSERT INTO "training_trainer" VALUES(15,18,18);
INSERT INTO "training_trainer" VALUES(16,15,51);
INSERT INTO "training_trainer" VALUES(17,16,11);
INSERT INTO "training_trainer" VALUES(18,9,15);
INSERT INTO "training_trainer" VALUES(19,20,19);
INSERT INTO "training_trainer" VALUES(20,7,60);
INSERT INTO "training_trainer" VALUES(21,7,14);
INSERT INTO "training_trainer" VALUES(22,7,20);
CREATE UNIQUE INDEX account_level_one_default ON account_level (is_default) WHERE is_default = 1;
CREATE INDEX division_of_parent ON division (parent) WHERE parent IS NOT NULL;
CREATE INDEX person_of_manager ON person (manager);
CREATE INDEX person_of_email ON person (email COLLATE NOCASE);
CREATE INDEX person_of_function ON person (function);
CREATE INDEX person_of_division ON person (division);
CREATE INDEX person_of_account_level ON person (account_level);
CREATE INDEX person_anonymised ON person (id) WHERE anonymised;
CREATE INDEX group_member_of_person ON group_member (person, person_group);
CREATE UNIQUE INDEX step_in_order ON step (position, id);
CREATE UNIQUE INDEX category_in_order ON category (step, position, id);
CREATE INDEX LearningModule_of_category ON LearningModule (category, step);
CREATE INDEX LearningModule_by_title ON LearningModule (type, title COLLATE NOCASE, id);
CREATE UNIQUE INDEX LearningModule_in_catalog ON LearningModule (category, title COLLATE NOCASE, key)
    WHERE is_active = 1 AND is_visible_in_catalog = 1;
CREATE TRIGGER training_id_given AFTER INSERT ON LearningModule BEGIN
    UPDATE training_id SET highest = NEW.id WHERE type = NEW.type AND highest < NEW.id;
END;
CREATE INDEX LearningModuleTasks_of_task ON LearningModuleTasks (task);
CREATE INDEX block_course_of_course ON block_course (course);
CREATE INDEX training_threshold_of_required ON training_threshold (required);
CREATE INDEX training_trainer_of_person ON training_trainer (person, training);
CREATE INDEX learning_path_training_of_training ON learning_path_training (training);
CREATE UNIQUE INDEX learning_path_link_key
    ON learning_path_link (learning_path, link_type, coalesce(person, function, division, person_group));
CREATE INDEX learning_path_link_of_person ON learning_path_link (person, link_type, learning_path)
    WHERE person IS NOT NULL;
CREATE INDEX learning_path_link_of_function ON learning_path_link (function) WHERE function IS NOT NULL;
CREATE INDEX learning_path_link_of_division ON learning_path_link (division) WHERE division IS NOT NULL;
CREATE INDEX learning_path_link_of_group ON learning_path_link (person_group) WHERE person_group IS NOT NULL;
CREATE UNIQUE INDEX class_in_order ON class (begins, id);
CREATE UNIQUE INDEX class_of_training ON class (training, begins, id);
CREATE INDEX class_of_group ON class (person_group) WHERE person_group IS NOT NULL;
CREATE INDEX class_date_of_task ON class_date (task) WHERE task IS NOT NULL;
CREATE TRIGGER class_begins_with_a_date AFTER INSERT ON class_date BEGIN
    UPDATE class SET begins = (SELECT begins FROM class_start WHERE class = NEW.class) WHERE id = NEW.class;
END;
CREATE TRIGGER class_begins_with_another_date AFTER UPDATE OF class, date, starts_at ON class_date BEGIN
    UPDATE class SET begins = (SELECT begins FROM class_start WHERE class_start.class = class.id)
    WHERE id IN (OLD.class, NEW.class);
END;
CREATE TRIGGER class_begins_without_a_date AFTER DELETE ON class_date BEGIN
    UPDATE class SET begins = (SELECT begins FROM class_start WHERE class = OLD.class) WHERE id = OLD.class;
END;
CREATE UNIQUE INDEX class_trainer_key ON class_trainer (class, person, coalesce(class_date, 0));
CREATE INDEX class_trainer_of_person ON class_trainer (person);
CREATE INDEX class_trainer_of_date ON class_trainer (class_date) WHERE class_date IS NOT NULL;
CREATE INDEX dimming_of_training ON dimming (training);
CREATE INDEX dimming_of_person ON dimming (person, training, dim_reason);
CREATE INDEX dimming_of_reason ON dimming (dim_reason);
CREATE UNIQUE INDEX enrollment_key ON enrollment (person, training, coalesce(class, 0), enrolled_at);
CREATE INDEX enrollment_of_class ON enrollment (class, person, enrolled_at, state, on_waiting_list)
    WHERE class IS NOT NULL;
CREATE INDEX enrollment_of_class_person ON enrollment (person, class, enrolled_at, state, on_waiting_list)
    WHERE class IS NOT NULL;
CREATE INDEX enrollment_of_person
    ON enrollment (person, training, class, enrolled_at, state, added_from_catalog);
CREATE INDEX enrollment_of_training ON enrollment (training);
CREATE INDEX enrollment_by_date ON enrollment (enrolled_at, person, training, id);
CREATE INDEX progress_of_person ON progress (person, training, started_at);
CREATE INDEX progress_of_training ON progress (training);
CREATE INDEX FinishedModule_of_person
    ON FinishedModule (person, training, finished_at, valid_until, started_at);
CREATE INDEX FinishedModule_of_training ON FinishedModule (training);
CREATE INDEX FinishedModule_by_finish ON FinishedModule (finished_at, person, training);
CREATE INDEX FinishedModule_of_class ON FinishedModule (class) WHERE class IS NOT NULL;
CREATE UNIQUE INDEX absence_key ON absence (person, class, created_at, coalesce(task, 0));
CREATE INDEX absence_of_class ON absence (class);
CREATE INDEX absence_by_creation ON absence (created_at);
CREATE INDEX absence_of_task ON absence (task) WHERE task IS NOT NULL;
CREATE TRIGGER portfolio_of_new_person AFTER INSERT ON person BEGIN
    INSERT OR IGNORE INTO portfolio_stale VALUES (NEW.id);
END;
CREATE TRIGGER portfolio_of_person
AFTER UPDATE OF id, function, division, contract_end, anonymised ON person BEGIN
    INSERT OR IGNORE INTO portfolio_stale VALUES (OLD.id), (NEW.id);
END;
CREATE TRIGGER portfolio_of_old_person AFTER DELETE ON person BEGIN
    INSERT OR IGNORE INTO portfolio_stale VALUES (OLD.id);
END;
CREATE TRIGGER portfolio_of_new_enrollment AFTER INSERT ON enrollment BEGIN
    INSERT OR IGNORE INTO portfolio_stale VALUES (NEW.person);
END;
CREATE TRIGGER portfolio_of_enrollment AFTER UPDATE OF person, training, class, enrolled_at, state ON enrollment BEGIN
    INSERT OR IGNORE INTO portfolio_stale VALUES (OLD.person), (NEW.person);
END;
CREATE TRIGGER portfolio_of_old_enrollment AFTER DELETE ON enrollment BEGIN
    INSERT OR IGNORE INTO portfolio_stale VALUES (OLD.person);
END;
CREATE TRIGGER portfolio_of_new_FinishedModule AFTER INSERT ON FinishedModule BEGIN
    INSERT OR IGNORE INTO portfolio_stale VALUES (NEW.person);
END;
CREATE TRIGGER portfolio_of_FinishedModule AFTER UPDATE OF person, training ON FinishedModule BEGIN
    INSERT OR IGNORE INTO portfolio_stale VALUES (OLD.person), (NEW.person);
END;
CREATE TRIGGER portfolio_of_old_FinishedModule AFTER DELETE ON FinishedModule BEGIN
    INSERT OR IGNORE INTO portfolio_stale VALUES (OLD.person);
END;
CREATE TRIGGER portfolio_of_new_group_member AFTER INSERT ON group_member BEGIN
    INSERT OR IGNORE INTO portfolio_stale VALUES (NEW.person);
END;
CREATE TRIGGER portfolio_of_group_member AFTER UPDATE ON group_member BEGIN
    INSERT OR IGNORE INTO portfolio_stale VALUES (OLD.person), (NEW.person);
END;
CREATE TRIGGER portfolio_of_old_group_member AFTER DELETE ON group_member BEGIN
    INSERT OR IGNORE INTO portfolio_stale VALUES (OLD.person);
END;
CREATE TRIGGER portfolio_of_new_training_trainer AFTER INSERT ON training_trainer BEGIN
    INSERT OR IGNORE INTO portfolio_stale VALUES (NEW.person);
END;
CREATE TRIGGER portfolio_of_training_trainer AFTER UPDATE ON training_trainer BEGIN
    INSERT OR IGNORE INTO portfolio_stale VALUES (OLD.person), (NEW.person);
END;
CREATE TRIGGER portfolio_of_old_training_trainer AFTER DELETE ON training_trainer BEGIN
    INSERT OR IGNORE INTO portfolio_stale VALUES (OLD.person);
END;
CREATE TRIGGER portfolio_of_new_learning_path_link AFTER INSERT ON learning_path_link BEGIN
    INSERT OR IGNORE INTO portfolio_stale VALUES (coalesce(NEW.person, 0));
END;
CREATE TRIGGER portfolio_of_learning_path_link AFTER UPDATE ON learning_path_link BEGIN
    INSERT OR IGNORE INTO portfolio_stale VALUES (coalesce(OLD.person, 0)), (coalesce(NEW.person, 0));
END;
CREATE TRIGGER portfolio_of_old_learning_path_link AFTER DELETE ON learning_path_link BEGIN
    INSERT OR IGNORE INTO portfolio_stale VALUES (coalesce(OLD.person, 0));
END;
CREATE TRIGGER portfolio_of_new_learning_path_training AFTER INSERT ON learning_path_training BEGIN
    INSERT OR IGNORE INTO portfolio_stale VALUES (0);
END;
CREATE TRIGGER portfolio_of_learning_path_training AFTER UPDATE ON learning_path_training BEGIN
    INSERT OR IGNORE INTO portfolio_stale VALUES (0);
END;
CREATE TRIGGER portfolio_of_old_learning_path_training AFTER DELETE ON learning_path_training BEGIN
    INSERT OR IGNORE INTO portfolio_stale VALUES (0);
END;
CREATE TRIGGER portfolio_of_division AFTER UPDATE OF parent ON division BEGIN
    INSERT OR IGNORE INTO portfolio_stale VALUES (0);
END;
CREATE TRIGGER portfolio_of_training AFTER UPDATE OF is_active ON LearningModule BEGIN
    INSERT OR IGNORE INTO portfolio_stale VALUES (0);
END;
CREATE INDEX connector_error_at ON connector_error (at);
CREATE INDEX ledger_at ON ledger (at);
CREATE INDEX ledger_of_undone ON ledger (undoes) WHERE undoes IS NOT NULL;
CREATE INDEX ledger_change_of_row ON ledger_change (row, file);
CREATE INDEX ledger_change_of_ledger ON ledger_change (ledger);
CREATE VIEW class_start AS
SELECT id AS class,
       coalesce((SELECT date || 'T' || starts_at FROM class_date WHERE class_date.class = class.id
                 ORDER BY date, starts_at LIMIT 1), 'never') AS begins
FROM class;
CREATE VIEW known_person AS
SELECT person.*,
       first_name || iif(insertion = '', '', ' ' || insertion) || ' ' || family_name AS full_name,
       contract_end IS NOT NULL AND contract_end <= service_now() AS is_dismissed
FROM person
WHERE NOT anonymised;
CREATE VIEW shown_manager AS
SELECT id AS key,
       iif(anonymised, 0, id)                  AS id,
       iif(anonymised, '', external_identifier) AS external_identifier,
       iif(anonymised, 'Manager', first_name)  AS first_name,
       iif(anonymised, '', insertion)          AS insertion,
       iif(anonymised, 'onbekend', family_name) AS family_name
FROM person;
CREATE VIEW api_person AS
SELECT p.id                        AS Id,
       p.external_identifier       AS ExternalIdentifier,
       p.first_name                AS FirstName,
       p.insertion                 AS Insertion,
       p.family_name               AS FamilyName,
       p.email                     AS Email,
       l.name                      AS AccountLevel,
       -- "some employed person names this person as manager"
       p.id > 0 AND EXISTS (SELECT 1 FROM known_person AS e WHERE e.manager = p.id AND NOT e.is_dismissed)
                                   AS IsManager,
       f.name                      AS FunctionName,
       f.id                        AS FunctionId,
       d.name                      AS DivisionName,
       d.id                        AS DivisionId,
       p.cost_centre               AS CostCentre,
       p.phone_number              AS PhoneNumber,
       p.contract_start            AS ContractStartTime,
       p.contract_end              AS ContractEndTime,
       m.id                        AS ManagerId
FROM known_person AS p
     -- the placeholder has no level of its own: it shows the default
     CROSS JOIN account_level AS l
         ON l.id = coalesce(p.account_level, (SELECT id FROM account_level WHERE is_default = 1))
     CROSS JOIN function AS f ON f.id = p.function
     CROSS JOIN division AS d ON d.id = p.division
     CROSS JOIN shown_manager AS m ON m.key = p.manager;
CREATE VIEW basic_person_info AS
SELECT p.id                        AS ServiceId,
       p.external_identifier       AS ExternalId,
       p.first_name                AS FirstName,
       p.insertion                 AS Insertion,
       p.family_name               AS FamilyName,
       p.email                     AS Email,
       l.name                      AS AccountLevel,
       m.id                        AS ManagerServiceId,
       m.external_identifier       AS ManagerExternalId,
       m.first_name                AS ManagerFirstName,
       m.insertion                 AS ManagerInsertion,
       m.family_name               AS ManagerFamilyName,
       f.name                      AS Function,
       d.name                      AS Division,
       p.has_activated_account     AS HasActivatedAccount,
       p.is_dismissed              AS IsDismissed
FROM known_person AS p
     CROSS JOIN account_level AS l ON l.id = p.account_level
     CROSS JOIN shown_manager AS m ON m.key = p.manager
     CROSS JOIN function AS f ON f.id = p.function
     CROSS JOIN division AS d ON d.id = p.division
WHERE p.id > 0;
CREATE VIEW reported_division AS
SELECT d.id, d.name,
       (WITH RECURSIVE above (name, parent) AS (
            SELECT d.name, d.parent
            UNION
            SELECT up.name, up.parent FROM above JOIN division AS up ON up.id = above.parent)
        SELECT name FROM above WHERE parent IS NULL) AS topmost
FROM division AS d;
CREATE VIEW reported_person AS
SELECT p.id, p.external_identifier, p.first_name, p.insertion, p.family_name, p.email, p.cost_centre,
       p.employee_type,
       iif(p.is_dismissed, 'Ja', 'Nee')  AS dismissed,
       d.name                            AS location,
       d.topmost                         AS division,
       f.name                            AS function,
       m.first_name || iif(m.insertion = '', '', ' ' || m.insertion) || ' ' || m.family_name
                                         AS manager
FROM known_person AS p
     CROSS JOIN reported_division AS d ON d.id = p.division
     CROSS JOIN function AS f ON f.id = p.function
     CROSS JOIN shown_manager AS m ON m.key = p.manager;
CREATE VIEW result AS
SELECT f.*,
       coalesce(
           (SELECT e.id FROM enrollment AS e
            WHERE e.person = f.person AND e.training = f.training AND e.class IS f.class
                  AND e.enrolled_at <= substr(f.finished_at, 1, 10) || 'T23:59:59'
            ORDER BY e.enrolled_at DESC LIMIT 1),
           (SELECT e.id FROM enrollment AS e
            WHERE e.person = f.person AND e.training = f.training AND e.state <> 2
                  AND e.enrolled_at <= substr(f.finished_at, 1, 10) || 'T23:59:59'
                  AND (e.class IS NULL
                       OR coalesce((SELECT min(date) FROM class_date WHERE class = e.class), '')
                          <= substr(f.finished_at, 1, 10))
            ORDER BY e.enrolled_at DESC, e.id DESC LIMIT 1)
       ) AS enrollment
FROM FinishedModule AS f;
CREATE VIEW completed_course AS
SELECT r.person                                           AS person,
       r.training                                         AS training,
       -- "Lichting, Contactmomenten and Trainers are of the result's class, else of that enrolment's"
       coalesce(r.class, e.class, -r.training)            AS class_or_training,
       iif(r.version = '', t.version, r.version)          AS Versie,
       iif(r.valid_until < service_now(), 'Verlopen', 'Afgerond') AS Status,
       r.started_at                                       AS Startdatum,
       r.finished_at                                      AS Afronddatum,
       r.valid_until                                      AS Verloopdatum,
       coalesce(e.costs, t.costs)                         AS Kosten,
       coalesce(e.payment, '')                            AS Betaling,
       e.enrolled_at                                      AS Inschrijfdatum,
       e.changed_at                                       AS Mutatiedatum,
       e.cancelled_at                                     AS Annuleringsdatum,
       coalesce(e.cancelled_by, '')                       AS Geannuleerd_door,
       coalesce(e.cancellation_reason, '')                AS Annuleringsreden,
       iif(t.has_certificate, iif(r.certificate_obtained, 'Ja', 'Nee'), 'N.v.t.') AS Certificaat_behaald,
       iif(t.is_mandatory, 'Ja', 'Nee')                   AS Verplicht,
       '100%'                                             AS Percentage_gereed
FROM result AS r
     CROSS JOIN LearningModule AS t ON t.key = r.training
     LEFT JOIN enrollment AS e ON e.id = r.enrollment
WHERE r.person NOT IN (SELECT id FROM person WHERE anonymised);
CREATE VIEW started_enrollment AS
SELECT e.*,
       (SELECT max(started_at) FROM (
            SELECT started_at FROM progress WHERE person = e.person AND training = e.training
            UNION ALL
            SELECT started_at FROM FinishedModule WHERE person = e.person AND training = e.training)
        WHERE started_at >= substr(e.enrolled_at, 1, 10)) AS started_at,
       (SELECT percent_complete FROM progress
        WHERE person = e.person AND training = e.training AND started_at >= substr(e.enrolled_at, 1, 10))
                                                          AS percent_complete
FROM enrollment AS e;
CREATE VIEW started_course AS
SELECT e.enrolled_at                                      AS enrolled_at,
       e.person                                           AS person,
       e.training                                         AS training,
       e.id                                               AS enrollment,
       coalesce(e.class, -e.training)                     AS class_or_training,
       t.version                                          AS Versie,
       CASE WHEN e.state = 2                              THEN 'Geannuleerd (te laat)'
            WHEN e.started_at IS NOT NULL                 THEN 'Gestart'
            -- "On the waiting list state 3 reads as 0"
            WHEN e.state = 3 AND NOT e.on_waiting_list    THEN 'Ingepland'
            WHEN e.state = 1                              THEN 'Goedgekeurd'
            ELSE 'In aanbod' END                          AS Status,
       e.started_at                                       AS Startdatum,
       before.finished_at                                 AS Afronddatum,
       before.valid_until                                 AS Verloopdatum,
       coalesce(e.costs, t.costs)                         AS Kosten,
       ''                                                 AS Betaling,
       e.enrolled_at                                      AS Inschrijfdatum,
       e.changed_at                                       AS Mutatiedatum,
       e.cancelled_at                                     AS Annuleringsdatum,
       e.cancelled_by                                     AS Geannuleerd_door,
       e.cancellation_reason                              AS Annuleringsreden,
       iif(t.has_certificate, 'Nee', 'N.v.t.')            AS Certificaat_behaald,
       iif(t.is_mandatory, 'Ja', 'Nee')                   AS Verplicht,
       coalesce(e.percent_complete || '%', 'N.v.t.')      AS Percentage_gereed
FROM started_enrollment AS e
     CROSS JOIN LearningModule AS t ON t.key = e.training
     -- "`Afronddatum` and `Verloopdatum` are those of the person's latest result for the training finished on
     -- a day before that of the enrolment."
     LEFT JOIN FinishedModule AS before ON before.id = (
         SELECT f.id FROM FinishedModule AS f
         WHERE f.person = e.person AND f.training = e.training AND f.finished_at < substr(e.enrolled_at, 1, 10)
         ORDER BY f.finished_at DESC LIMIT 1)
WHERE e.person NOT IN (SELECT id FROM person WHERE anonymised)
  AND NOT EXISTS (SELECT 1 FROM result AS r
                  WHERE r.person = e.person AND r.training = e.training AND r.enrollment = e.id)
  AND (e.state = 2
       OR NOT EXISTS (SELECT 1 FROM enrollment AS later
                      WHERE later.person = e.person AND later.training = e.training
                        AND later.class IS e.class
                        AND later.enrolled_at > e.enrolled_at));
CREATE VIEW historic_absence AS
SELECT a.id, a.person, a.class,
       coalesce(k.title, '')                              AS TaskTitle,
       a.reason                                           AS AbsenceReason,
       a.created_at                                       AS CreationDate,
       a.public_costs                                     AS PublicCosts,
       a.hidden_costs                                     AS HiddenCosts
FROM absence AS a
     LEFT JOIN LearningTasks AS k ON k.id = a.task
WHERE a.person NOT IN (SELECT id FROM person WHERE anonymised);
CREATE VIEW class_enrollment AS
SELECT e.class, e.person, iif(e.on_waiting_list AND e.state = 3, 0, e.state) AS state, e.on_waiting_list
FROM enrollment AS e
WHERE e.class IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM enrollment AS later INDEXED BY enrollment_of_class
                  WHERE later.class = e.class AND later.person = e.person AND later.enrolled_at > e.enrolled_at);
CREATE VIEW participant AS
SELECT e.class, e.person, e.state, e.on_waiting_list
FROM class_enrollment AS e
     CROSS JOIN class AS c ON c.id = e.class
     CROSS JOIN known_person AS p ON p.id = e.person
WHERE NOT (p.is_dismissed AND c.begins > service_now());
CREATE VIEW enrolled AS
SELECT class, person FROM participant WHERE state = 3 AND NOT on_waiting_list;
CREATE VIEW waiting AS
SELECT class, person FROM participant WHERE on_waiting_list AND state <> 2;
CREATE VIEW contact_moment AS
SELECT class_date.*,
       substr(starts_at, 1, 5)                          AS shown_start,
       substr(ends_at, 1, 5)                            AS shown_end,
       substr(starts_at, 1, 5) || '-' || substr(ends_at, 1, 5)
                                                        AS shown_time,                       -- HH:mm-HH:mm
       ltrim(substr(date, 9), '0') || '-' || ltrim(substr(date, 6, 2), '0') || '-' || substr(date, 1, 4)
                                                        AS shown_date,                       -- d-M-yyyy
       substr(date, 9) || ' '
           || CASE substr(date, 6, 2)
                  WHEN '01' THEN 'januari'   WHEN '02' THEN 'februari' WHEN '03' THEN 'maart'
                  WHEN '04' THEN 'april'     WHEN '05' THEN 'mei'      WHEN '06' THEN 'juni'
                  WHEN '07' THEN 'juli'      WHEN '08' THEN 'augustus' WHEN '09' THEN 'september'
                  WHEN '10' THEN 'oktober'   WHEN '11' THEN 'november' WHEN '12' THEN 'december'
              END
           || ' ' || substr(date, 1, 4)                 AS date_in_words                     -- dd MMMM yyyy
FROM class_date;
CREATE VIEW contact_moment_trainer AS
SELECT d.class, d.date, d.starts_at, d.id AS contact_moment, p.id AS person, p.full_name, p.email
FROM class_date AS d
     CROSS JOIN class_trainer AS t ON t.class = d.class
     CROSS JOIN known_person AS p ON p.id = t.person
WHERE t.class_date IS NULL
   OR t.class_date = d.id
      AND NOT EXISTS (SELECT 1 FROM class_trainer AS always
                      WHERE always.class = t.class AND always.person = t.person
                        AND coalesce(always.class_date, 0) = 0);
CREATE VIEW catalog_training AS
SELECT * FROM LearningModule WHERE is_active = 1 AND is_visible_in_catalog = 1;
CREATE VIEW catalog_class AS
SELECT *
FROM class
WHERE begins > service_now()
  AND is_visible_in_catalog AND NOT is_archived AND NOT is_cancelled AND NOT is_under_construction
  AND (registration_deadline IS NULL
       OR registration_deadline > service_now()
       OR registration_deadline = date(service_now()) || 'T00:00:00');
CREATE VIEW account_levels_csv AS
SELECT id AS key, name AS Name, iif(is_default, 'true', 'false') AS IsDefault FROM account_level;
CREATE VIEW divisions_csv AS
SELECT d.id AS key, d.id AS Id, d.name AS Name, coalesce(parent.name, '') AS ParentName
FROM division AS d LEFT JOIN division AS parent ON parent.id = d.parent
WHERE d.id > 0;
CREATE VIEW functions_csv AS
SELECT id AS key, id AS Id, name AS Name FROM function WHERE id > 0;
CREATE VIEW groups_csv AS
SELECT id AS key, id AS Id, name AS Name FROM person_group;
CREATE VIEW persons_csv AS
SELECT p.id                                                         AS key,
       p.id                                                         AS Id,
       p.external_identifier                                        AS ExternalIdentifier,
       p.first_name                                                 AS FirstName,
       p.insertion                                                  AS Insertion,
       p.family_name                                                AS FamilyName,
       p.email                                                      AS Email,
       l.name                                                       AS AccountLevel,
       iif(p.function = 0, '', f.name)                              AS FunctionName,
       iif(p.division = 0, '', d.name)                              AS DivisionName,
       p.cost_centre                                                AS CostCentre,
       p.phone_number                                               AS PhoneNumber,
       coalesce(p.contract_start, '')                               AS ContractStartTime,
       coalesce(p.contract_end, '')                                 AS ContractEndTime,
       m.external_identifier                                        AS ManagerExternalIdentifier,
       p.employee_type                                              AS EmployeeType,
       iif(p.has_activated_account, 'true', 'false')                AS HasActivatedAccount,
       iif(p.anonymised, 'true', 'false')                           AS Anonymised
FROM person AS p
     CROSS JOIN account_level AS l ON l.id = p.account_level
     CROSS JOIN function AS f ON f.id = p.function
     CROSS JOIN division AS d ON d.id = p.division
     CROSS JOIN person AS m ON m.id = p.manager
WHERE p.id > 0;
CREATE VIEW group_members_csv AS
SELECT m.id                  AS key,
       g.name                AS GroupName,
       p.external_identifier AS PersonExternalIdentifier
FROM group_member AS m
     JOIN person_group AS g ON g.id = m.person_group
     JOIN person AS p ON p.id = m.person;
CREATE VIEW steps_csv AS
SELECT id                     AS key,
       id                     AS Id,
       title                  AS Title,
       introduction           AS Introduction,
       CAST(position AS TEXT) AS "Order"
FROM step;
CREATE VIEW categories_csv AS
SELECT c.id                     AS key,
       c.id                     AS Id,
       s.title                  AS StepTitle,
       c.title                  AS Title,
       CAST(c.position AS TEXT) AS "Order"
FROM category AS c JOIN step AS s ON s.id = c.step;
CREATE VIEW trainings_csv AS
SELECT t.key                                                     AS key,
       t.id                                                      AS Id,
       t.code                                                    AS Code,
       t.type                                                    AS Type,
       t.title                                                   AS Title,
       s.title                                                   AS StepTitle,
       c.title                                                   AS CategoryTitle,
       t.version                                                 AS Version,
       t.description                                             AS Description,
       t.image                                                   AS Image,
       t.image_name                                              AS ImageName,
       iif(t.is_mandatory, 'true', 'false')                      AS IsMandatory,
       iif(t.is_active, 'true', 'false')                         AS IsActive,
       iif(t.is_visible_in_catalog, 'true', 'false')             AS IsVisibleInCatalog,
       iif(t.costs IS NULL, '', printf('%.2f', t.costs / 100.0)) AS Costs,
       coalesce(CAST(t.validity_months AS TEXT), '')             AS ValidityMonths,
       iif(t.has_certificate, 'true', 'false')                   AS HasCertificate
FROM LearningModule AS t
     JOIN step AS s ON s.id = t.step
     JOIN category AS c ON c.id = t.category;
CREATE VIEW tasks_csv AS
SELECT id    AS key,
       id    AS Id,
       code  AS Code,
       title AS Title,
       kind  AS Kind
FROM LearningTasks;
CREATE VIEW training_tasks_csv AS
SELECT m.id                     AS key,
       t.code                   AS TrainingCode,
       k.code                   AS TaskCode,
       CAST(m.position AS TEXT) AS "Order"
FROM LearningModuleTasks AS m
     JOIN LearningModule AS t ON t.key = m.module
     JOIN LearningTasks AS k ON k.id = m.task;
CREATE VIEW block_courses_csv AS
SELECT m.id                     AS key,
       b.code                   AS BlockCode,
       c.code                   AS CourseCode,
       CAST(m.position AS TEXT) AS "Order"
FROM block_course AS m
     JOIN LearningModule AS b ON b.key = m.block
     JOIN LearningModule AS c ON c.key = m.course;
CREATE VIEW training_thresholds_csv AS
SELECT h.id   AS key,
       t.code AS TrainingCode,
       r.code AS RequiredTrainingCode
FROM training_threshold AS h
     JOIN LearningModule AS t ON t.key = h.training
     JOIN LearningModule AS r ON r.key = h.required;
CREATE VIEW training_trainers_csv AS
SELECT r.id                  AS key,
       t.code                AS TrainingCode,
       p.external_identifier AS PersonExternalIdentifier
FROM training_trainer AS r
     JOIN LearningModule AS t ON t.key = r.training
     JOIN person AS p ON p.id = r.person;
CREATE VIEW learning_paths_csv AS
SELECT id    AS key,
       id    AS Id,
       title AS Title
FROM learning_path;
CREATE VIEW learning_path_trainings_csv AS
SELECT m.id    AS key,
       l.title AS LearningPathTitle,
       t.code  AS TrainingCode
FROM learning_path_training AS m
     JOIN learning_path AS l ON l.id = m.learning_path
     JOIN LearningModule AS t ON t.key = m.training;
CREATE VIEW learning_path_links_csv AS
SELECT k.id                                                    AS key,
       l.title                                                 AS LearningPathTitle,
       k.link_type                                             AS LinkType,
       coalesce(p.external_identifier, f.name, d.name, g.name) AS LinkValue
FROM learning_path_link AS k
     JOIN learning_path AS l ON l.id = k.learning_path
     LEFT JOIN person AS p ON p.id = k.person
     LEFT JOIN function AS f ON f.id = k.function
     LEFT JOIN division AS d ON d.id = k.division
     LEFT JOIN person_group AS g ON g.id = k.person_group;
CREATE VIEW classes_csv AS
SELECT c.id                                                AS key,
       c.id                                                AS Id,
       c.code                                              AS Code,
       t.code                                              AS TrainingCode,
       c.name                                              AS Name,
       coalesce(g.name, '')                                AS GroupName,
       coalesce(CAST(c.min_persons AS TEXT), '')           AS MinPersons,
       coalesce(CAST(c.max_persons AS TEXT), '')           AS MaxPersons,
       c.memo                                              AS Memo,
       iif(c.show_memo_in_report, 'true', 'false')         AS ShowMemoInReport,
       iif(c.is_visible_in_catalog, 'true', 'false')       AS IsVisibleInCatalog,
       iif(c.is_visible_in_calendar, 'true', 'false')      AS IsVisibleInCalendar,
       iif(c.offer_externally, 'true', 'false')            AS OfferExternally,
       iif(c.is_archived, 'true', 'false')                 AS IsArchived,
       iif(c.is_cancelled, 'true', 'false')                AS IsCancelled,
       iif(c.filter_by_division, 'true', 'false')          AS FilterByDivision,
       iif(c.has_waiting_list, 'true', 'false')            AS HasWaitingList,
       coalesce(CAST(c.waiting_list_capacity AS TEXT), '') AS WaitingListCapacity,
       coalesce(c.edit_deadline, '')                       AS EditDeadline,
       coalesce(c.registration_deadline, '')               AS RegistrationDeadline,
       coalesce(CAST(c.lock_days_till_start AS TEXT), '')  AS LockDaysTillStart,
       c.completion_type                                   AS CompletionType,
       iif(c.is_under_construction, 'true', 'false')       AS IsUnderConstruction
FROM class AS c
     JOIN LearningModule AS t ON t.key = c.training
     LEFT JOIN person_group AS g ON g.id = c.person_group;
CREATE VIEW class_dates_csv AS
SELECT d.id                                                                 AS key,
       d.id                                                                 AS Id,
       c.code                                                               AS ClassCode,
       d.date                                                               AS Date,
       iif(d.starts_at LIKE '%:00', substr(d.starts_at, 1, 5), d.starts_at) AS "From",
       iif(d.ends_at LIKE '%:00', substr(d.ends_at, 1, 5), d.ends_at)       AS Till,
       d.location_name                                                      AS LocationName,
       d.location_address                                                   AS LocationAddress,
       coalesce(CAST(d.meeting_id AS TEXT), '')                             AS MeetingId,
       coalesce(k.code, '')                                                 AS TaskCode,
       iif(d.stream_available, 'true', 'false')                             AS StreamAvailable,
       d.stream_password                                                    AS StreamPassword,
       d.eticket_information                                                AS EticketInformation,
       coalesce(CAST(d.reservation_id AS TEXT), '')                         AS ReservationId
FROM class_date AS d
     JOIN class AS c ON c.id = d.class
     LEFT JOIN LearningTasks AS k ON k.id = d.task;
CREATE VIEW class_trainers_csv AS
SELECT r.id                                                                               AS key,
       c.code                                                                             AS ClassCode,
       p.external_identifier                                                              AS PersonExternalIdentifier,
       coalesce(d.date, '')                                                               AS Date,
       coalesce(iif(d.starts_at LIKE '%:00', substr(d.starts_at, 1, 5), d.starts_at), '') AS "From"
FROM class_trainer AS r
     JOIN class AS c ON c.id = r.class
     JOIN person AS p ON p.id = r.person
     LEFT JOIN class_date AS d ON d.id = r.class_date;
CREATE VIEW dim_reasons_csv AS
SELECT id     AS key,
       id     AS Id,
       reason AS Reason
FROM dim_reason;
CREATE VIEW dimmings_csv AS
SELECT d.id                       AS key,
       p.external_identifier      AS PersonExternalIdentifier,
       t.code                     AS TrainingCode,
       CAST(d.dim_reason AS TEXT) AS DimReasonId
FROM dimming AS d
     JOIN person AS p ON p.id = d.person
     JOIN LearningModule AS t ON t.key = d.training;
CREATE VIEW enrollments_csv AS
SELECT e.id                                                      AS key,
       e.id                                                      AS Id,
       p.external_identifier                                     AS PersonExternalIdentifier,
       t.code                                                    AS TrainingCode,
       coalesce(c.code, '')                                      AS ClassCode,
       e.enrolled_at                                             AS EnrolledAt,
       CAST(e.state AS TEXT)                                     AS State,
       iif(e.on_waiting_list, 'true', 'false')                   AS OnWaitingList,
       iif(e.added_from_catalog, 'true', 'false')                AS AddedFromCatalog,
       e.changed_at                                              AS ChangedAt,
       coalesce(e.cancelled_at, '')                              AS CancelledAt,
       e.cancelled_by                                            AS CancelledBy,
       e.cancellation_reason                                     AS CancellationReason,
       iif(e.costs IS NULL, '', printf('%.2f', e.costs / 100.0)) AS Costs,
       e.payment                                                 AS Payment
FROM enrollment AS e
     JOIN person AS p ON p.id = e.person
     JOIN LearningModule AS t ON t.key = e.training
     LEFT JOIN class AS c ON c.id = e.class;
CREATE VIEW progress_csv AS
SELECT g.id                             AS key,
       p.external_identifier            AS PersonExternalIdentifier,
       t.code                           AS TrainingCode,
       g.started_at                     AS StartedAt,
       CAST(g.percent_complete AS TEXT) AS PercentComplete
FROM progress AS g
     JOIN person AS p ON p.id = g.person
     JOIN LearningModule AS t ON t.key = g.training;
CREATE VIEW results_csv AS
SELECT f.id                                         AS key,
       f.id                                         AS Id,
       p.external_identifier                        AS PersonExternalIdentifier,
       t.code                                       AS TrainingCode,
       f.finished_at                                AS FinishedAt,
       coalesce(c.code, '')                         AS ClassCode,
       coalesce(f.started_at, '')                   AS StartedAt,
       coalesce(f.valid_until, 'never')             AS ValidUntil,
       iif(f.certificate_obtained, 'true', 'false') AS CertificateObtained,
       f.version                                    AS Version
FROM FinishedModule AS f
     JOIN person AS p ON p.id = f.person
     JOIN LearningModule AS t ON t.key = f.training
     LEFT JOIN class AS c ON c.id = f.class;
CREATE VIEW absences_csv AS
SELECT a.id                                   AS key,
       a.id                                   AS Id,
       p.external_identifier                  AS PersonExternalIdentifier,
       c.code                                 AS ClassCode,
       a.created_at                           AS CreationDate,
       coalesce(k.code, '')                   AS TaskCode,
       a.reason                               AS AbsenceReason,
       printf('%.2f', a.public_costs / 100.0) AS PublicCosts,
       printf('%.2f', a.hidden_costs / 100.0) AS HiddenCosts
FROM absence AS a
     JOIN person AS p ON p.id = a.person
     JOIN class AS c ON c.id = a.class
     LEFT JOIN LearningTasks AS k ON k.id = a.task;
CREATE VIEW images_csv AS
SELECT id           AS key,
       name         AS Name,
       content_type AS ContentType,
       digest       AS Digest,
       hex(content) AS Content
FROM image;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('function',19);
INSERT INTO "sqlite_sequence" VALUES('division',18);
INSERT INTO "sqlite_sequence" VALUES('person',63);
INSERT INTO "sqlite_sequence" VALUES('account_level',8);
INSERT INTO "sqlite_sequence" VALUES('ledger_change',906);
INSERT INTO "sqlite_sequence" VALUES('person_group',7);
INSERT INTO "sqlite_sequence" VALUES('group_member',35);
INSERT INTO "sqlite_sequence" VALUES('step',4);
INSERT INTO "sqlite_sequence" VALUES('category',13);
INSERT INTO "sqlite_sequence" VALUES('LearningTasks',125);
INSERT INTO "sqlite_sequence" VALUES('LearningModuleTasks',29);
INSERT INTO "sqlite_sequence" VALUES('block_course',12);
INSERT INTO "sqlite_sequence" VALUES('training_threshold',8);
INSERT INTO "sqlite_sequence" VALUES('training_trainer',22);
INSERT INTO "sqlite_sequence" VALUES('learning_path',10);
INSERT INTO "sqlite_sequence" VALUES('learning_path_training',27);
INSERT INTO "sqlite_sequence" VALUES('learning_path_link',24);
INSERT INTO "sqlite_sequence" VALUES('class',33);
INSERT INTO "sqlite_sequence" VALUES('class_date',1049);
INSERT INTO "sqlite_sequence" VALUES('class_trainer',42);
INSERT INTO "sqlite_sequence" VALUES('dim_reason',9);
INSERT INTO "sqlite_sequence" VALUES('dimming',8);
INSERT INTO "sqlite_sequence" VALUES('enrollment',9001);
INSERT INTO "sqlite_sequence" VALUES('progress',63);
INSERT INTO "sqlite_sequence" VALUES('FinishedModule',30001);
INSERT INTO "sqlite_sequence" VALUES('absence',314);
INSERT INTO "sqlite_sequence" VALUES('image',15);
INSERT INTO "sqlite_sequence" VALUES('credential',1);
INSERT INTO "sqlite_sequence" VALUES('ledger',5);
COMMIT;
PRAGMA application_id = 1280136033;
PRAGMA user_version = 2;
