PRAGMA foreign_keys=OFF;
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
INSERT INTO FinishedModule VALUES(20001,27,1,'2018-01-22T10:53:48',NULL,'2018-01-22T10:22:48',NULL,0,'');
INSERT INTO FinishedModule VALUES(20002,35,1,'2018-09-05T17:58:28',NULL,'2018-09-05T17:11:28',NULL,0,'');
INSERT INTO FinishedModule VALUES(20003,48,21,'2019-03-05T10:00:00',NULL,'2019-03-05T09:35:00',NULL,0,'');
INSERT INTO FinishedModule VALUES(20004,29,21,'2019-03-06T10:00:00',NULL,NULL,NULL,0,'');
INSERT INTO FinishedModule VALUES(20005,14,7,'2019-05-14T16:00:00',NULL,NULL,NULL,1,'2');
INSERT INTO FinishedModule VALUES(20006,4,1,'2019-08-20T15:48:06',NULL,'2019-08-20T15:06:06',NULL,0,'');
INSERT INTO FinishedModule VALUES(20007,5,1,'2021-01-05T11:55:44',NULL,'2021-01-05T11:00:44',NULL,0,'');
INSERT INTO FinishedModule VALUES(20008,39,1,'2021-04-06T17:06:35',NULL,'2021-04-06T16:19:35',NULL,0,'');
INSERT INTO FinishedModule VALUES(20009,19,1,'2021-09-02T08:13:34',NULL,'2021-09-02T07:25:34',NULL,0,'');
INSERT INTO FinishedModule VALUES(20010,21,1,'2022-02-15T16:39:31',NULL,'2022-02-15T15:56:31',NULL,0,'');
INSERT INTO FinishedModule VALUES(20011,23,2,'2022-04-11T09:52:08',NULL,'2022-04-11T08:38:08','2024-04-11T09:52:08',0,'');
INSERT INTO FinishedModule VALUES(20012,23,20,'2022-06-01T11:00:00',NULL,'2022-06-01T10:26:00','2025-06-01T11:00:00',0,'');
INSERT INTO FinishedModule VALUES(20013,43,12,'2022-09-19T11:49:00',NULL,'2022-09-19T11:14:00','2025-09-19T11:49:00',1,'');
INSERT INTO FinishedModule VALUES(20014,20,3,'2022-09-27T18:07:59',NULL,'2022-09-27T17:01:59','2025-09-27T18:07:59',0,'');
INSERT INTO FinishedModule VALUES(20015,43,10,'2022-10-03T15:00:00',NULL,NULL,'2025-10-03T15:00:00',1,'');
INSERT INTO FinishedModule VALUES(20016,6,2,'2022-10-20T09:00:00',NULL,'2022-10-20T08:29:00','2024-10-20T09:00:00',0,'');
INSERT INTO FinishedModule VALUES(20017,52,1,'2022-11-02T10:11:11',NULL,'2022-11-02T09:06:11',NULL,0,'');
INSERT INTO FinishedModule VALUES(20018,46,3,'2022-11-30T12:44:01',NULL,'2022-11-30T11:35:01','2025-11-30T12:44:01',0,'');
INSERT INTO FinishedModule VALUES(20019,20,12,'2022-12-01T15:36:00',NULL,'2022-12-01T14:29:00','2025-12-01T15:36:00',1,'');
INSERT INTO FinishedModule VALUES(20020,23,3,'2022-12-06T13:09:11',NULL,'2022-12-06T12:45:11','2025-12-06T13:09:11',0,'');
INSERT INTO FinishedModule VALUES(20021,19,20,'2023-02-08T11:00:00',NULL,'2023-02-08T10:10:00','2026-02-08T11:00:00',0,'');
INSERT INTO FinishedModule VALUES(20022,41,12,'2023-02-13T18:20:00',NULL,'2023-02-13T17:41:00','2026-02-13T18:20:00',1,'');
INSERT INTO FinishedModule VALUES(20023,32,3,'2023-02-20T19:28:37',NULL,'2023-02-20T18:18:37','2026-02-20T19:28:37',0,'');
INSERT INTO FinishedModule VALUES(20024,31,3,'2023-03-09T14:55:01',NULL,'2023-03-09T14:28:01','2026-03-09T14:55:01',0,'');
INSERT INTO FinishedModule VALUES(20025,3,3,'2023-03-15T11:01:15',NULL,'2023-03-15T10:37:15','2026-03-15T11:01:15',0,'');
INSERT INTO FinishedModule VALUES(20026,35,12,'2023-03-27T14:28:00',NULL,'2023-03-27T13:50:00','2026-03-27T14:28:00',1,'');
INSERT INTO FinishedModule VALUES(20027,19,3,'2023-04-06T18:59:02',NULL,'2023-04-06T18:31:02','2026-04-06T18:59:02',0,'');
INSERT INTO FinishedModule VALUES(20028,49,3,'2023-04-24T13:49:22',NULL,'2023-04-24T12:58:22','2026-04-24T13:49:22',0,'');
INSERT INTO FinishedModule VALUES(20029,52,12,'2023-04-30T10:20:00',NULL,'2023-04-30T09:37:00','2026-04-30T10:20:00',1,'');
INSERT INTO FinishedModule VALUES(20030,34,1,'2023-05-03T18:04:39',NULL,'2023-05-03T17:07:39',NULL,0,'');
INSERT INTO FinishedModule VALUES(20031,35,10,'2023-05-15T15:00:00',NULL,'2023-05-15T13:00:00','2026-05-15T15:00:00',1,'1.0');
INSERT INTO FinishedModule VALUES(20032,21,3,'2023-05-23T11:09:08',NULL,'2023-05-23T10:06:08','2026-05-23T11:09:08',0,'');
INSERT INTO FinishedModule VALUES(20033,48,3,'2023-05-31T18:31:55',NULL,'2023-05-31T17:49:55','2026-05-31T18:31:55',0,'');
INSERT INTO FinishedModule VALUES(20034,43,3,'2023-06-01T13:28:47',NULL,'2023-06-01T12:54:47','2026-06-01T13:28:47',0,'');
INSERT INTO FinishedModule VALUES(20035,60,3,'2023-06-06T11:42:56',NULL,'2023-06-06T11:12:56','2026-06-06T11:42:56',0,'');
INSERT INTO FinishedModule VALUES(20036,24,12,'2023-06-12T11:16:00',NULL,'2023-06-12T10:36:00','2026-06-12T11:16:00',1,'');
INSERT INTO FinishedModule VALUES(20037,8,3,'2023-07-03T20:57:31',NULL,'2023-07-03T19:57:31','2026-07-03T20:57:31',0,'');
INSERT INTO FinishedModule VALUES(20038,2,3,'2023-08-29T09:08:16',NULL,'2023-08-29T08:35:16','2026-08-29T09:08:16',0,'');
INSERT INTO FinishedModule VALUES(20039,44,1,'2023-08-30T20:20:14',NULL,'2023-08-30T19:30:14',NULL,0,'');
INSERT INTO FinishedModule VALUES(20040,13,3,'2023-09-12T08:36:05',NULL,'2023-09-12T07:24:05','2026-09-12T08:36:05',0,'');
INSERT INTO FinishedModule VALUES(20041,60,4,'2023-10-04T16:30:00',1,'2023-10-03T09:00:00','2024-10-04T16:30:00',0,'2022');
INSERT INTO FinishedModule VALUES(20042,7,4,'2023-10-04T16:30:00',1,'2023-10-03T09:00:00','2024-10-04T16:30:00',1,'2022');
INSERT INTO FinishedModule VALUES(20043,12,4,'2023-10-04T16:30:00',1,'2023-10-03T09:00:00','2024-10-04T16:30:00',1,'2022');
INSERT INTO FinishedModule VALUES(20044,38,4,'2023-10-04T16:30:00',1,'2023-10-03T09:00:00','2024-10-04T16:30:00',1,'2022');
INSERT INTO FinishedModule VALUES(20045,9,3,'2023-10-10T10:17:00',NULL,'2023-10-10T09:27:00','2026-10-10T10:17:00',0,'');
INSERT INTO FinishedModule VALUES(20046,41,2,'2023-10-29T08:59:21',NULL,'2023-10-29T07:55:21','2025-10-29T08:59:21',0,'');
INSERT INTO FinishedModule VALUES(20047,3,17,'2023-11-02T22:00:00',NULL,NULL,NULL,0,'2023');
INSERT INTO FinishedModule VALUES(20048,24,3,'2023-11-14T17:09:13',NULL,'2023-11-14T15:59:13','2026-11-14T17:09:13',0,'');
INSERT INTO FinishedModule VALUES(20049,9,2,'2023-12-05T08:31:09',NULL,'2023-12-05T07:40:09','2025-12-05T08:31:09',0,'');
INSERT INTO FinishedModule VALUES(20050,43,13,'2023-12-11T11:43:00',NULL,'2023-12-11T11:18:00','2025-12-11T11:43:00',0,'');
INSERT INTO FinishedModule VALUES(20051,28,3,'2023-12-19T17:38:48',NULL,'2023-12-19T16:29:48','2026-12-19T17:38:48',0,'');
INSERT INTO FinishedModule VALUES(20052,56,2,'2024-01-15T20:00:00',NULL,'2024-01-15T19:00:00','2025-01-15T20:00:00',0,'2023.1');
INSERT INTO FinishedModule VALUES(20053,7,3,'2024-01-18T17:11:51',NULL,'2024-01-18T16:08:51','2027-01-18T17:11:51',0,'');
INSERT INTO FinishedModule VALUES(20054,27,3,'2024-01-23T11:35:12',NULL,'2024-01-23T10:41:12','2027-01-23T11:35:12',0,'');
INSERT INTO FinishedModule VALUES(20055,39,12,'2024-01-31T09:43:00',NULL,'2024-01-31T09:01:00','2027-01-31T09:43:00',1,'');
INSERT INTO FinishedModule VALUES(20056,31,2,'2024-02-01T17:40:15',NULL,'2024-02-01T16:30:15','2026-02-01T17:40:15',0,'');
INSERT INTO FinishedModule VALUES(20057,50,1,'2024-02-05T20:43:19',NULL,'2024-02-05T20:22:19',NULL,0,'');
INSERT INTO FinishedModule VALUES(20058,50,2,'2024-02-06T16:16:08',NULL,'2024-02-06T15:15:08','2026-02-06T16:16:08',0,'');
INSERT INTO FinishedModule VALUES(20059,14,3,'2024-02-27T17:42:53',NULL,'2024-02-27T17:17:53','2027-02-27T17:42:53',0,'');
INSERT INTO FinishedModule VALUES(20060,58,7,'2024-02-29T16:30:00',11,'2024-02-29T09:00:00','2026-02-28T16:30:00',1,'3.2');
INSERT INTO FinishedModule VALUES(20062,20,7,'2024-02-29T16:30:00',11,'2024-02-29T09:00:00','2026-02-28T16:30:00',1,'3.2');
INSERT INTO FinishedModule VALUES(20063,21,7,'2024-02-29T16:30:00',11,'2024-02-29T09:00:00','2026-02-28T16:30:00',1,'3.2');
INSERT INTO FinishedModule VALUES(20064,23,7,'2024-02-29T16:30:00',11,'2024-02-29T09:00:00','2026-02-28T16:30:00',1,'3.2');
INSERT INTO FinishedModule VALUES(20065,29,7,'2024-02-29T16:30:00',11,'2024-02-29T09:00:00','2026-02-28T16:30:00',1,'3.2');
INSERT INTO FinishedModule VALUES(20066,14,2,'2024-03-04T11:10:07',NULL,'2024-03-04T10:21:07','2026-03-04T11:10:07',0,'');
INSERT INTO FinishedModule VALUES(20067,62,1,'2024-03-11T11:55:15',NULL,'2024-03-11T11:17:15',NULL,0,'');
INSERT INTO FinishedModule VALUES(20068,32,20,'2024-03-12T11:00:00',NULL,'2024-03-12T10:29:00','2027-03-12T11:00:00',0,'');
INSERT INTO FinishedModule VALUES(20069,20,13,'2024-03-18T15:49:00',NULL,'2024-03-18T14:41:00','2026-03-18T15:49:00',0,'');
INSERT INTO FinishedModule VALUES(20070,7,2,'2024-03-26T13:49:48',NULL,'2024-03-26T12:59:48','2026-03-26T13:49:48',0,'');
INSERT INTO FinishedModule VALUES(20071,51,3,'2024-03-31T16:57:54',NULL,'2024-03-31T16:23:54','2027-03-31T16:57:54',0,'');
INSERT INTO FinishedModule VALUES(20072,3,2,'2024-04-03T13:13:51',NULL,'2024-04-03T12:36:51','2026-04-03T13:13:51',0,'');
INSERT INTO FinishedModule VALUES(20073,27,13,'2024-05-13T17:13:00',NULL,'2024-05-13T16:10:00','2026-05-13T17:13:00',0,'');
INSERT INTO FinishedModule VALUES(20074,4,2,'2024-05-14T20:27:18',NULL,'2024-05-14T19:56:18','2026-05-14T20:27:18',0,'');
INSERT INTO FinishedModule VALUES(20075,32,2,'2024-05-15T20:50:29',NULL,'2024-05-15T19:57:29','2026-05-15T20:50:29',0,'');
INSERT INTO FinishedModule VALUES(20076,22,3,'2024-05-21T10:08:09',NULL,'2024-05-21T09:15:09','2027-05-21T10:08:09',0,'');
INSERT INTO FinishedModule VALUES(20077,21,2,'2024-05-27T12:54:00',NULL,'2024-05-27T12:04:00','2026-05-27T12:54:00',0,'');
INSERT INTO FinishedModule VALUES(20078,43,2,'2024-06-01T15:30:02',NULL,'2024-06-01T14:38:02','2026-06-01T15:30:02',0,'');
INSERT INTO FinishedModule VALUES(20079,41,3,'2024-06-11T11:57:32',NULL,'2024-06-11T11:12:32','2027-06-11T11:57:32',0,'');
INSERT INTO FinishedModule VALUES(20080,1,2,'2024-06-18T10:48:13',NULL,'2024-06-18T10:15:13','2026-06-18T10:48:13',0,'');
INSERT INTO FinishedModule VALUES(20081,24,2147483660,'2024-06-28T16:00:00',NULL,'2024-03-01T09:00:00','2027-06-28T16:00:00',1,'');
INSERT INTO FinishedModule VALUES(20082,2,2,'2024-07-02T17:09:48',NULL,'2024-07-02T16:23:48','2026-07-02T17:09:48',0,'');
INSERT INTO FinishedModule VALUES(20083,36,3,'2024-07-09T15:08:29',NULL,'2024-07-09T13:54:29','2027-07-09T15:08:29',0,'');
INSERT INTO FinishedModule VALUES(20084,24,13,'2024-08-31T11:16:00',NULL,'2024-08-31T10:49:00','2026-08-31T11:16:00',0,'');
INSERT INTO FinishedModule VALUES(20085,24,14,'2024-08-31T11:43:00',NULL,'2024-08-31T11:11:00','2026-02-28T11:43:00',0,'');
INSERT INTO FinishedModule VALUES(20086,24,2,'2024-08-31T14:26:24',NULL,'2024-08-31T13:28:24','2026-08-31T14:26:24',0,'');
INSERT INTO FinishedModule VALUES(20087,37,1,'2024-09-02T15:25:09',NULL,'2024-09-02T14:58:09',NULL,0,'');
INSERT INTO FinishedModule VALUES(20088,42,2,'2024-09-05T18:27:18',NULL,'2024-09-05T17:35:18','2026-09-05T18:27:18',0,'');
INSERT INTO FinishedModule VALUES(20089,18,3,'2024-09-17T10:57:25',NULL,'2024-09-17T10:09:25','2027-09-17T10:57:25',0,'');
INSERT INTO FinishedModule VALUES(20090,32,13,'2024-09-23T15:04:00',NULL,'2024-09-23T14:32:00','2026-09-23T15:04:00',0,'');
INSERT INTO FinishedModule VALUES(20091,10,2,'2024-09-30T08:44:00',NULL,'2024-09-30T07:58:00','2026-09-30T08:44:00',0,'');
INSERT INTO FinishedModule VALUES(20092,5,3,'2024-10-01T18:51:33',NULL,'2024-10-01T17:57:33','2027-10-01T18:51:33',0,'');
INSERT INTO FinishedModule VALUES(20093,51,2,'2024-10-10T14:03:58',NULL,'2024-10-10T13:20:58','2026-10-10T14:03:58',0,'');
INSERT INTO FinishedModule VALUES(20094,57,8,'2024-10-15T18:46:46',NULL,'2024-10-15T17:49:46','2025-10-15T18:46:46',0,'');
INSERT INTO FinishedModule VALUES(20095,28,2,'2024-10-22T16:38:22',NULL,'2024-10-22T16:15:22','2026-10-22T16:38:22',0,'');
INSERT INTO FinishedModule VALUES(20096,53,3,'2024-10-27T20:27:18',NULL,'2024-10-27T19:21:18','2027-10-27T20:27:18',0,'');
INSERT INTO FinishedModule VALUES(20097,27,12,'2024-11-18T17:40:00',NULL,'2024-11-18T17:04:00','2027-11-18T17:40:00',1,'');
INSERT INTO FinishedModule VALUES(20098,6,2,'2024-11-21T11:32:33',NULL,'2024-11-21T11:01:33','2026-11-21T11:32:33',0,'');
INSERT INTO FinishedModule VALUES(20099,31,8,'2024-12-12T16:52:46',NULL,'2024-12-12T16:19:46','2025-12-12T16:52:46',0,'');
INSERT INTO FinishedModule VALUES(20100,52,2,'2024-12-31T09:59:52',NULL,'2024-12-31T09:10:52','2026-12-31T09:59:52',0,'');
INSERT INTO FinishedModule VALUES(20101,13,2,'2025-01-16T20:23:24',NULL,'2025-01-16T19:54:24','2027-01-16T20:23:24',0,'');
INSERT INTO FinishedModule VALUES(20102,21,8,'2025-01-20T17:55:33',NULL,'2025-01-20T17:19:33','2026-01-20T17:55:33',0,'');
INSERT INTO FinishedModule VALUES(20103,48,2,'2025-01-28T11:54:05',NULL,'2025-01-28T10:44:05','2027-01-28T11:54:05',0,'');
INSERT INTO FinishedModule VALUES(20104,35,13,'2025-02-03T14:56:00',NULL,'2025-02-03T14:20:00','2027-02-03T14:56:00',0,'');
INSERT INTO FinishedModule VALUES(20105,8,2,'2025-02-11T18:41:20',NULL,'2025-02-11T18:15:20','2027-02-11T18:41:20',0,'');
INSERT INTO FinishedModule VALUES(20106,29,3,'2025-02-17T11:58:49',NULL,'2025-02-17T11:04:49','2028-02-17T11:58:49',0,'');
INSERT INTO FinishedModule VALUES(20107,17,2,'2025-02-24T20:32:04',NULL,'2025-02-24T20:02:04','2027-02-24T20:32:04',0,'');
INSERT INTO FinishedModule VALUES(20108,51,12,'2025-02-28T14:37:00',NULL,'2025-02-28T14:05:00','2028-02-28T14:37:00',1,'');
INSERT INTO FinishedModule VALUES(20109,36,8,'2025-03-09T12:00:00',NULL,'2025-03-09T11:30:00','2026-03-09T12:00:00',0,'');
INSERT INTO FinishedModule VALUES(20110,24,9,'2025-03-11T22:00:00',16,'2025-03-11T19:00:00','2026-03-11T22:00:00',1,'');
INSERT INTO FinishedModule VALUES(20111,28,9,'2025-03-11T22:00:00',16,'2025-03-11T19:00:00','2026-03-11T22:00:00',1,'');
INSERT INTO FinishedModule VALUES(20112,35,9,'2025-03-11T22:00:00',16,'2025-03-11T19:00:00','2026-03-11T22:00:00',1,'');
INSERT INTO FinishedModule VALUES(20113,40,8,'2025-03-20T17:17:36',NULL,'2025-03-20T16:32:36','2026-03-20T17:17:36',0,'');
INSERT INTO FinishedModule VALUES(20114,27,2,'2025-03-30T18:20:46',NULL,'2025-03-30T17:43:46','2027-03-30T18:20:46',0,'');
INSERT INTO FinishedModule VALUES(20115,19,13,'2025-03-31T16:35:00',NULL,'2025-03-31T15:50:00','2027-03-31T16:35:00',0,'');
INSERT INTO FinishedModule VALUES(20116,35,3,'2025-04-08T20:40:24',NULL,'2025-04-08T19:33:24','2028-04-08T20:40:24',0,'');
INSERT INTO FinishedModule VALUES(20117,49,8,'2025-04-10T14:59:15',NULL,'2025-04-10T13:49:15','2026-04-10T14:59:15',0,'');
INSERT INTO FinishedModule VALUES(20118,19,8,'2025-04-14T16:01:40',NULL,'2025-04-14T15:19:40','2026-04-14T16:01:40',0,'');
INSERT INTO FinishedModule VALUES(20119,23,8,'2025-05-02T10:04:28',NULL,'2025-05-02T09:36:28','2026-05-02T10:04:28',0,'');
INSERT INTO FinishedModule VALUES(20120,46,2,'2025-05-05T10:38:36',NULL,'2025-05-05T10:11:36','2027-05-05T10:38:36',0,'');
INSERT INTO FinishedModule VALUES(20121,19,4,'2025-05-19T16:30:00',2,'2025-05-12T09:00:00','2026-05-19T16:30:00',1,'');
INSERT INTO FinishedModule VALUES(20122,27,4,'2025-05-19T16:30:00',2,'2025-05-12T09:00:00','2026-05-19T16:30:00',1,'');
INSERT INTO FinishedModule VALUES(20123,30,4,'2025-05-19T16:30:00',2,'2025-05-12T09:00:00','2026-05-19T16:30:00',0,'');
INSERT INTO FinishedModule VALUES(20124,36,4,'2025-05-19T16:30:00',2,'2025-05-12T09:00:00','2026-05-19T16:30:00',1,'');
INSERT INTO FinishedModule VALUES(20125,7,5,'2025-05-20T16:30:00',5,'2025-05-20T09:00:00','2026-05-20T16:30:00',1,'');
INSERT INTO FinishedModule VALUES(20126,10,5,'2025-05-20T16:30:00',5,'2025-05-20T09:00:00','2026-05-20T16:30:00',1,'');
INSERT INTO FinishedModule VALUES(20127,13,5,'2025-05-20T16:30:00',5,'2025-05-20T09:00:00','2026-05-20T16:30:00',1,'');
INSERT INTO FinishedModule VALUES(20128,17,5,'2025-05-20T16:30:00',5,'2025-05-20T09:00:00','2026-05-20T16:30:00',1,'');
INSERT INTO FinishedModule VALUES(20129,43,5,'2025-05-20T16:30:00',5,'2025-05-20T09:00:00','2026-05-20T16:30:00',0,'');
INSERT INTO FinishedModule VALUES(20130,51,5,'2025-05-20T16:30:00',5,'2025-05-20T09:00:00','2026-05-20T16:30:00',1,'');
INSERT INTO FinishedModule VALUES(20131,45,1,'2025-06-03T15:14:57',NULL,'2025-06-03T14:37:57',NULL,0,'');
INSERT INTO FinishedModule VALUES(20132,29,14,'2025-06-05T10:53:00',NULL,'2025-06-05T09:56:00','2026-12-05T10:53:00',0,'');
INSERT INTO FinishedModule VALUES(20133,42,8,'2025-06-09T12:00:00',NULL,'2025-06-09T11:06:00','2026-06-09T12:00:00',0,'');
INSERT INTO FinishedModule VALUES(20134,29,8,'2025-06-09T12:00:01',NULL,'2025-06-09T10:53:01','2026-06-09T12:00:01',0,'');
INSERT INTO FinishedModule VALUES(20135,45,3,'2025-06-12T13:56:53',NULL,'2025-06-12T13:12:53','2028-06-12T13:56:53',0,'');
INSERT INTO FinishedModule VALUES(20136,20,2,'2025-06-24T15:06:27',NULL,'2025-06-24T14:26:27','2027-06-24T15:06:27',0,'');
INSERT INTO FinishedModule VALUES(20137,62,8,'2025-06-30T11:08:09',NULL,'2025-06-30T10:02:09','2026-06-30T11:08:09',0,'');
INSERT INTO FinishedModule VALUES(20138,17,3,'2025-07-14T19:11:03',NULL,'2025-07-14T18:02:03','2028-07-14T19:11:03',0,'');
INSERT INTO FinishedModule VALUES(20139,28,8,'2025-07-21T19:05:56',NULL,'2025-07-21T18:07:56','2026-07-21T19:05:56',0,'');
INSERT INTO FinishedModule VALUES(20140,15,2,'2025-08-19T20:29:55',NULL,'2025-08-19T20:03:55','2027-08-19T20:29:55',0,'');
INSERT INTO FinishedModule VALUES(20141,17,9,'2025-08-31T12:00:00',NULL,NULL,'2026-02-28T12:00:00',1,'');
INSERT INTO FinishedModule VALUES(20142,44,2,'2025-08-31T17:54:37',NULL,'2025-08-31T16:45:37','2027-08-31T17:54:37',0,'');
INSERT INTO FinishedModule VALUES(20143,59,1,'2025-09-02T20:28:50',NULL,'2025-09-02T20:04:50',NULL,0,'');
INSERT INTO FinishedModule VALUES(20144,59,3,'2025-09-08T15:34:29',NULL,'2025-09-08T14:53:29','2028-09-08T15:34:29',0,'');
INSERT INTO FinishedModule VALUES(20145,20,10,'2025-09-08T17:00:00',19,'2025-09-08T13:00:00','2028-09-08T17:00:00',1,'');
INSERT INTO FinishedModule VALUES(20146,24,10,'2025-09-08T17:00:00',19,'2025-09-08T13:00:00','2028-09-08T17:00:00',0,'');
INSERT INTO FinishedModule VALUES(20147,27,10,'2025-09-08T17:00:00',19,'2025-09-08T13:00:00','2028-09-08T17:00:00',1,'');
INSERT INTO FinishedModule VALUES(20148,52,10,'2025-09-08T17:00:00',19,'2025-09-08T13:00:00','2028-09-08T17:00:00',1,'');
INSERT INTO FinishedModule VALUES(20149,59,8,'2025-09-09T13:46:00',NULL,'2025-09-09T13:25:00','2026-09-09T13:46:00',0,'');
INSERT INTO FinishedModule VALUES(20150,59,2,'2025-09-11T20:07:55',NULL,'2025-09-11T19:25:55','2027-09-11T20:07:55',0,'');
INSERT INTO FinishedModule VALUES(20151,54,1,'2025-09-16T12:39:16',NULL,'2025-09-16T12:13:16',NULL,0,'');
INSERT INTO FinishedModule VALUES(20152,35,2,'2025-09-17T12:17:13',NULL,'2025-09-17T11:56:13','2027-09-17T12:17:13',0,'');
INSERT INTO FinishedModule VALUES(20153,22,8,'2025-09-29T15:15:04',NULL,'2025-09-29T14:07:04','2026-09-29T15:15:04',0,'');
INSERT INTO FinishedModule VALUES(20154,54,8,'2025-10-01T09:42:18',NULL,'2025-10-01T09:10:18','2026-10-01T09:42:18',0,'');
INSERT INTO FinishedModule VALUES(20155,26,1,'2025-10-02T19:25:10',NULL,'2025-10-02T18:38:10',NULL,0,'');
INSERT INTO FinishedModule VALUES(20156,26,2,'2025-10-03T12:31:13',NULL,'2025-10-03T12:01:13','2027-10-03T12:31:13',0,'');
INSERT INTO FinishedModule VALUES(20157,11,15,'2025-10-06T12:30:00',23,'2025-09-15T09:00:00',NULL,1,'');
INSERT INTO FinishedModule VALUES(20158,34,15,'2025-10-06T12:30:00',23,'2025-09-15T09:00:00',NULL,0,'');
INSERT INTO FinishedModule VALUES(20159,50,15,'2025-10-06T12:30:00',23,'2025-09-15T09:00:00',NULL,1,'');
INSERT INTO FinishedModule VALUES(20160,51,15,'2025-10-06T12:30:00',23,'2025-09-15T09:00:00',NULL,1,'');
INSERT INTO FinishedModule VALUES(20161,52,15,'2025-10-06T12:30:00',23,'2025-09-15T09:00:00',NULL,1,'');
INSERT INTO FinishedModule VALUES(20162,53,15,'2025-10-06T12:30:00',23,'2025-09-15T09:00:00',NULL,1,'');
INSERT INTO FinishedModule VALUES(20163,5,2,'2025-10-07T15:59:29',NULL,'2025-10-07T15:05:29','2027-10-07T15:59:29',0,'');
INSERT INTO FinishedModule VALUES(20164,26,8,'2025-10-10T15:13:08',NULL,'2025-10-10T14:36:08','2026-10-10T15:13:08',0,'');
INSERT INTO FinishedModule VALUES(20165,52,3,'2025-10-21T08:25:42',NULL,'2025-10-21T07:12:42','2028-10-21T08:25:42',0,'');
INSERT INTO FinishedModule VALUES(20166,29,6,'2025-10-26T02:45:00',9,'2025-10-25T22:00:00','2026-10-26T02:45:00',0,'');
INSERT INTO FinishedModule VALUES(20167,20,6,'2025-10-26T04:30:00',9,'2025-10-25T22:00:00','2026-10-26T04:30:00',0,'');
INSERT INTO FinishedModule VALUES(20168,27,6,'2025-10-26T04:30:00',9,'2025-10-25T22:00:00','2026-10-26T04:30:00',0,'');
INSERT INTO FinishedModule VALUES(20169,31,6,'2025-10-26T04:30:00',9,'2025-10-25T22:00:00','2026-10-26T04:30:00',0,'');
INSERT INTO FinishedModule VALUES(20170,30,2,'2025-11-05T14:30:00',NULL,'2025-11-05T14:10:00','2027-11-05T14:30:00',0,'');
INSERT INTO FinishedModule VALUES(20171,21,17,'2025-11-06T22:15:00',27,'2025-11-06T20:00:00',NULL,0,'');
INSERT INTO FinishedModule VALUES(20172,26,17,'2025-11-06T22:15:00',27,'2025-11-06T20:00:00',NULL,0,'');
INSERT INTO FinishedModule VALUES(20173,44,17,'2025-11-06T22:15:00',27,'2025-11-06T20:00:00',NULL,0,'');
INSERT INTO FinishedModule VALUES(20174,32,8,'2025-11-11T20:22:32',NULL,'2025-11-11T19:14:32','2026-11-11T20:22:32',0,'');
INSERT INTO FinishedModule VALUES(20175,12,2,'2025-11-12T08:45:00',NULL,'2025-11-12T07:39:00','2027-11-12T08:45:00',0,'');
INSERT INTO FinishedModule VALUES(20176,39,2,'2025-11-25T19:33:05',NULL,'2025-11-25T19:06:05','2027-11-25T19:33:05',0,'');
INSERT INTO FinishedModule VALUES(20177,27,14,'2025-12-02T17:59:00',NULL,'2025-12-02T16:53:00','2027-06-02T17:59:00',0,'');
INSERT INTO FinishedModule VALUES(20178,22,2,'2025-12-08T10:07:50',NULL,'2025-12-08T09:40:50','2027-12-08T10:07:50',0,'');
INSERT INTO FinishedModule VALUES(20179,53,16,'2025-12-11T21:00:00',25,'2025-12-11T19:30:00',NULL,0,'');
INSERT INTO FinishedModule VALUES(20180,26,2147483671,'2025-12-19T15:00:00',NULL,'2025-10-01T09:00:00',NULL,0,'');
INSERT INTO FinishedModule VALUES(20181,53,2,'2025-12-30T10:35:02',NULL,'2025-12-30T09:48:02','2027-12-30T10:35:02',0,'');
INSERT INTO FinishedModule VALUES(20182,35,9,'2026-01-15T22:00:00',17,'2026-01-15T19:00:00','2027-01-15T22:00:00',1,'');
INSERT INTO FinishedModule VALUES(20183,39,9,'2026-01-15T22:00:00',17,'2026-01-15T19:00:00','2027-01-15T22:00:00',1,'');
INSERT INTO FinishedModule VALUES(20184,41,9,'2026-01-15T22:00:00',17,'2026-01-15T19:00:00','2027-01-15T22:00:00',0,'');
INSERT INTO FinishedModule VALUES(20185,52,9,'2026-01-15T22:00:00',17,'2026-01-15T19:00:00','2027-01-15T22:00:00',1,'');
INSERT INTO FinishedModule VALUES(20186,19,7,'2026-01-20T16:30:00',12,'2026-01-20T09:00:00','2028-01-20T16:30:00',1,'');
INSERT INTO FinishedModule VALUES(20187,22,7,'2026-01-22T10:15:00',NULL,NULL,'2028-01-22T10:15:00',0,'');
INSERT INTO FinishedModule VALUES(20188,25,1,'2026-02-03T17:57:58',NULL,'2026-02-03T16:59:58',NULL,0,'');
INSERT INTO FinishedModule VALUES(20189,44,8,'2026-02-19T19:04:50',NULL,'2026-02-19T18:33:50','2027-02-19T19:04:50',0,'');
INSERT INTO FinishedModule VALUES(30001,49,21,'2019-04-01T10:00:00',NULL,NULL,NULL,0,'');
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
INSERT INTO LearningModule VALUES(1,'Learning',1,'WELKOM','Welkom bij De Veenhof',1,1,'1.2','<p>Maak kennis met onze organisatie, onze <em>locaties</em> en de mensen met wie je werkt.</p>','images/welkom.png','Welkom',1,1,1,NULL,NULL,0);
INSERT INTO LearningModule VALUES(2,'Learning',2,'AVG','Privacy en informatieveiligheid',1,2,'2026.1','<p>Wat mag je delen, met wie, en hoe? Over de AVG, je wachtwoord en het <strong>melden van een datalek</strong>.</p><ul><li>Duur: 45 minuten</li><li>Toets: 10 vragen</li></ul>','images/privacy.png','Slot',1,1,1,0,24,0);
INSERT INTO LearningModule VALUES(3,'Learning',3,'MELDCODE','Gedragscode & meldcode',1,2,'3','<p>Gewenst gedrag, ongewenst gedrag en de vijf stappen van de meldcode huiselijk geweld en kindermishandeling.</p>','images/meldcode.png','Gesprek',1,1,1,NULL,36,0);
INSERT INTO LearningModule VALUES(4,'Learning',4,'BHV-BASIS','BHV basis',2,3,'2025','<p>Tweedaagse basisopleiding bedrijfshulpverlening: levensreddend handelen, brand en ontruiming.</p><p>Neem een <strong>geldig legitimatiebewijs</strong> mee.</p>','images/bhv.png','Helm',0,1,1,24500,12,1);
INSERT INTO LearningModule VALUES(5,'Learning',5,'BHV-HERH','BHV herhaling',2,3,'2025','<p>Eén dag om je BHV-diploma te verlengen. Vereist: <em>BHV basis</em>.</p>','images/bhv.png','Helm',0,1,1,14500,12,1);
INSERT INTO LearningModule VALUES(6,'Learning',6,'BRAND-NACHT','Ontruimen in de nacht',2,3,'1','<p>Met twee collega''s een afdeling ontruimen terwijl iedereen slaapt: we oefenen het &apos;s nachts, op locatie.</p>','images/brand.png','Vlam',0,1,1,0,12,0);
INSERT INTO LearningModule VALUES(7,'Learning',7,'TIL','Tillen en transfers',2,4,'4.0','<p>Werken met tillift, glijzeil en transferplank &ndash; zonder je rug te belasten.</p>','images/tillen.jpg','Tillift',1,1,1,6000,24,1);
INSERT INTO LearningModule VALUES(8,'Learning',8,'HYGIENE','Infectiepreventie',2,5,'2025.2','<p>Handhygiëne, beschermingsmiddelen en isolatie. Elk jaar opnieuw.</p>','images/hygiene.png','Druppel',1,1,1,NULL,12,0);
INSERT INTO LearningModule VALUES(9,'Learning',9,'REANIMATIE','Reanimatie en AED',2,3,'ERC 2025','<p>Volgens de richtlijnen van 2025. Wordt gegeven door <a href="https://www.levensteken.example/">Levensteken</a>.</p>','images/reanimatie.png','Hart',0,1,1,8950,12,1);
INSERT INTO LearningModule VALUES(10,'Learning',10,'INJECTEREN','Injecteren',3,6,'2.1','<p>Subcutaan en intramusculair injecteren: praktijktoets in het skillslab.</p>','images/injecteren.png','Spuit',1,1,1,17500,36,1);
INSERT INTO LearningModule VALUES(11,'Learning',11,'KATHETER','Katheteriseren',3,6,'2.0','<p>Blaaskatheterisatie bij de vrouw en bij de man. Na afloop een praktijktoets.</p>','images/injecteren.png','Spuit',0,1,1,17500,36,1);
INSERT INTO LearningModule VALUES(12,'Learning',12,'VBH-THEORIE','Voorbehouden handelingen: theorie',3,6,'5','<p>De Wet BIG, bevoegd &amp; bekwaam, en de theorie bij de meest voorkomende handelingen.</p>','https://media.deveenhof.example/leren/wet-big.jpg','Wetboek',1,1,1,3500,36,1);
INSERT INTO LearningModule VALUES(13,'Learning',13,'MEDICATIE','Medicatieveiligheid',3,7,'2024.3','<p>Van voorschrift tot toediening: de dubbele controle en het melden van fouten.</p>','images/medicatie.webp','Pillen',0,1,1,NULL,24,0);
INSERT INTO LearningModule VALUES(14,'Learning',14,'REKENEN','Medisch rekenen',3,7,'1.7','<p>Oefenen en toetsen: druppelsnelheid, verdunnen, eenheden (mg, ml, IE).</p><p>Slagen vanaf 80&nbsp;%.</p>','images/medicatie.webp','Pillen',0,1,1,1250,18,0);
INSERT INTO LearningModule VALUES(15,'Learning',15,'PALL-BASIS','Palliatieve zorg, basis',4,9,'2','<p>Drie dagdelen over de laatste levensfase, in het hospice en in het woonzorgcentrum.</p>','images/palliatief.jpg','Wilg',0,1,1,39000,NULL,1);
INSERT INTO LearningModule VALUES(16,'Learning',16,'PALL-GESPREK','Gesprekken rond het levenseinde',4,9,'1','<p>Online avond met acteur. Je krijgt de toegangscode in je agenda.</p>','images/palliatief.jpg','Wilg',0,1,1,4500,NULL,0);
INSERT INTO LearningModule VALUES(17,'Learning',17,'DEMENTIE','Omgaan met dementie',4,10,'2026','<p>Theatervoorstelling met nagesprek, ook voor <strong>mantelzorgers</strong> en vrijwilligers.</p>','images/dementie.png','Puzzel',0,1,1,2750,NULL,0);
INSERT INTO LearningModule VALUES(18,'Learning',18,'ONBEGREPEN','Onbegrepen gedrag',4,10,'1','<p>Kijken, begrijpen, anders doen: e-learning met een intervisiebijeenkomst.</p>','','',0,1,1,8000,24,0);
INSERT INTO LearningModule VALUES(19,'Learning',19,'LEIDING','Leidinggeven aan een zorgteam',4,11,'2026','<p>Leergang voor teammanagers, alleen op uitnodiging.</p>','images/leiding.png','Kompas',0,1,0,125000,NULL,1);
INSERT INTO LearningModule VALUES(20,'Learning',20,'SOEP','Rapporteren volgens SOEP',3,8,'','<p>Vervangen door instructie op de werkplek.</p>','images/dossier.png','Dossier',1,0,1,NULL,36,0);
INSERT INTO LearningModule VALUES(21,'Learning',21,'DOSSIER-OUD','Elektronisch dossier (versie tot 2024)',4,12,'2019','','','',0,0,0,0,NULL,0);
INSERT INTO LearningModule VALUES(2147483655,'Longterm',7,'BLOK-BHV','Blok bedrijfshulpverlening',2,3,'2025','<p>BHV basis, reanimatie en de jaarlijkse herhaling bij elkaar.</p>','images/bhv.png','Helm',0,1,1,47950,12,0);
INSERT INTO LearningModule VALUES(2147483660,'Longterm',12,'BLOK-VBH','Blok voorbehouden handelingen',3,6,'2','<p>Theorie en praktijk van alle voorbehouden handelingen, met afsluitend examen.</p>','images/blok.png','Bouwstenen',0,1,1,35000,36,1);
INSERT INTO LearningModule VALUES(2147483670,'Longterm',22,'BLOK-PALL','Leergang palliatieve zorg',4,9,'2026','<p>Vier dagen voor aandachtsvelders: van symptomen tot nazorg. <br/>Met een opdracht in je eigen team.</p>','images/palliatief.jpg','Wilg',0,1,1,119500,60,1);
INSERT INTO LearningModule VALUES(2147483671,'Longterm',23,'BLOK-INWERK','Inwerkprogramma',1,1,'7','<p>Alles wat je in de eerste honderd dagen doet, in de goede volgorde.</p>','images/welkom.png','Welkom',1,1,1,NULL,NULL,0);
CREATE TABLE LearningModuleTasks (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    module    INTEGER NOT NULL REFERENCES LearningModule,
    task      INTEGER NOT NULL REFERENCES LearningTasks,
    position  INTEGER NOT NULL DEFAULT 0,
    UNIQUE (module, task)
) STRICT;
INSERT INTO LearningModuleTasks VALUES(1,2,103,1);
INSERT INTO LearningModuleTasks VALUES(2,2,104,2);
INSERT INTO LearningModuleTasks VALUES(3,4,107,2);
INSERT INTO LearningModuleTasks VALUES(4,4,106,1);
INSERT INTO LearningModuleTasks VALUES(5,5,107,2);
INSERT INTO LearningModuleTasks VALUES(6,5,106,1);
INSERT INTO LearningModuleTasks VALUES(7,2147483670,124,2);
INSERT INTO LearningModuleTasks VALUES(8,2147483670,121,1);
INSERT INTO LearningModuleTasks VALUES(9,2147483660,114,1);
INSERT INTO LearningModuleTasks VALUES(10,2147483660,115,2);
INSERT INTO LearningModuleTasks VALUES(11,6,108,1);
INSERT INTO LearningModuleTasks VALUES(12,6,109,2);
INSERT INTO LearningModuleTasks VALUES(13,17,122,1);
INSERT INTO LearningModuleTasks VALUES(14,8,112,1);
INSERT INTO LearningModuleTasks VALUES(15,10,114,1);
INSERT INTO LearningModuleTasks VALUES(16,11,115,1);
INSERT INTO LearningModuleTasks VALUES(17,13,117,1);
INSERT INTO LearningModuleTasks VALUES(18,3,105,1);
INSERT INTO LearningModuleTasks VALUES(19,18,123,1);
INSERT INTO LearningModuleTasks VALUES(20,15,119,1);
INSERT INTO LearningModuleTasks VALUES(21,15,120,2);
INSERT INTO LearningModuleTasks VALUES(22,9,113,1);
INSERT INTO LearningModuleTasks VALUES(23,14,118,1);
INSERT INTO LearningModuleTasks VALUES(24,20,125,1);
INSERT INTO LearningModuleTasks VALUES(25,7,110,1);
INSERT INTO LearningModuleTasks VALUES(26,7,111,2);
INSERT INTO LearningModuleTasks VALUES(27,12,116,1);
INSERT INTO LearningModuleTasks VALUES(28,1,101,1);
INSERT INTO LearningModuleTasks VALUES(29,1,102,2);
CREATE TABLE LearningTasks (
    id     INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 2147483647),
    code   TEXT    NOT NULL UNIQUE CHECK (code <> ''),
    title  TEXT    NOT NULL CHECK (title <> ''),
    kind   TEXT    NOT NULL DEFAULT ''
) STRICT;
INSERT INTO LearningTasks VALUES(101,'W-FILM','Film: een dag op De Veenhof','Film');
INSERT INTO LearningTasks VALUES(102,'W-QUIZ','Kennismakingsquiz','Toets');
INSERT INTO LearningTasks VALUES(103,'AVG-ELEARN','Privacy in de zorg','E-learning');
INSERT INTO LearningTasks VALUES(104,'AVG-TOETS','Toets informatieveiligheid','Toets');
INSERT INTO LearningTasks VALUES(105,'MC-ELEARN','De vijf stappen','E-learning');
INSERT INTO LearningTasks VALUES(106,'BHV-EHBO','Levensreddend handelen','Contactmoment');
INSERT INTO LearningTasks VALUES(107,'BHV-BRAND','Brand en ontruiming','Contactmoment');
INSERT INTO LearningTasks VALUES(108,'BN-BRIEF','Briefing','Contactmoment');
INSERT INTO LearningTasks VALUES(109,'BN-OEFEN','Oefening op de afdeling','Contactmoment');
INSERT INTO LearningTasks VALUES(110,'TIL-PRAK','Praktijk: tillift en glijzeil','Contactmoment');
INSERT INTO LearningTasks VALUES(111,'TIL-TOETS','Praktijktoets transfers','Toets');
INSERT INTO LearningTasks VALUES(112,'HYG-ELEARN','Handhygiëne & isolatie','E-learning');
INSERT INTO LearningTasks VALUES(113,'REA-PRAK','Reanimeren op de pop','Contactmoment');
INSERT INTO LearningTasks VALUES(114,'INJ-SKILLS','Skillslab injecteren','Contactmoment');
INSERT INTO LearningTasks VALUES(115,'KAT-SKILLS','Skillslab katheteriseren','Contactmoment');
INSERT INTO LearningTasks VALUES(116,'VBH-ELEARN','De Wet BIG in de praktijk','E-learning');
INSERT INTO LearningTasks VALUES(117,'MED-ELEARN','Van voorschrift tot toediening','E-learning');
INSERT INTO LearningTasks VALUES(118,'REK-TOETS','Rekentoets','Toets');
INSERT INTO LearningTasks VALUES(119,'PAL-DAG1','Symptomen en zorg','Contactmoment');
INSERT INTO LearningTasks VALUES(120,'PAL-DAG2','Rouw en nazorg','Contactmoment');
INSERT INTO LearningTasks VALUES(121,'PAL-OPDR','Opdracht in je team','Opdracht');
INSERT INTO LearningTasks VALUES(122,'DEM-VOORST','Voorstelling met nagesprek','Contactmoment');
INSERT INTO LearningTasks VALUES(123,'OG-ELEARN','Kijken en begrijpen','E-learning');
INSERT INTO LearningTasks VALUES(124,'LPZ-DAG','Leergangdag','Contactmoment');
INSERT INTO LearningTasks VALUES(125,'SOEP-DOC','Naslag SOEP','');
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
INSERT INTO absence VALUES(301,36,1,'2023-10-04T17:10:00',NULL,'Zonder bericht afwezig',24500,8000);
INSERT INTO absence VALUES(302,38,1,'2023-10-04T17:10:00',NULL,'Ziek',0,0);
INSERT INTO absence VALUES(303,57,11,'2024-02-29T08:05:00',NULL,'Vakantie',6000,0);
INSERT INTO absence VALUES(304,37,19,'2025-09-08T17:30:00',114,'Trein viel uit',0,4400);
INSERT INTO absence VALUES(305,34,23,'2025-09-15T17:00:00',119,'Uitvaart van een bewoner',0,13000);
INSERT INTO absence VALUES(307,34,23,'2025-10-06T13:00:00',120,'Ziek',0,13000);
INSERT INTO absence VALUES(308,11,23,'2025-10-06T13:00:00',NULL,'Rooster: onderbezetting',13000,0);
INSERT INTO absence VALUES(309,27,25,'2025-12-11T22:00:00',NULL,'Verbinding lukte niet',0,0);
INSERT INTO absence VALUES(310,43,17,'2026-01-16T09:00:00',113,'Zonder bericht afwezig',8950,3500);
INSERT INTO absence VALUES(311,28,12,'2026-01-20T17:05:00',110,'Ziek kind',6000,2275);
INSERT INTO absence VALUES(312,28,12,'2026-01-20T17:05:00',111,'Ziek kind',0,2275);
INSERT INTO absence VALUES(313,11,30,'2026-02-05T17:00:00',124,'Rooster: onderbezetting',0,29875);
INSERT INTO absence VALUES(314,50,2,'2025-05-12T17:00:00',106,'Ziek',0,12250);
CREATE TABLE account_level (
    id          INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 2147483647),
    name        TEXT    NOT NULL UNIQUE CHECK (name <> ''),
    is_default  INTEGER NOT NULL DEFAULT 0 CHECK (is_default IN (0, 1))
) STRICT;
INSERT INTO account_level VALUES(1,'ADMIN',0);
INSERT INTO account_level VALUES(2,'TRAINER',0);
INSERT INTO account_level VALUES(3,'LEARNER',1);
INSERT INTO account_level VALUES(4,'MANAGER',0);
INSERT INTO account_level VALUES(5,'PLANNER',0);
INSERT INTO account_level VALUES(6,'COACH',0);
INSERT INTO account_level VALUES(7,'AUTHOR',0);
INSERT INTO account_level VALUES(8,'REPORTER',0);
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
INSERT INTO block_course VALUES(1,2147483655,'Longterm',4,'Learning',1);
INSERT INTO block_course VALUES(2,2147483655,'Longterm',5,'Learning',3);
INSERT INTO block_course VALUES(3,2147483655,'Longterm',9,'Learning',2);
INSERT INTO block_course VALUES(4,2147483671,'Longterm',2,'Learning',2);
INSERT INTO block_course VALUES(5,2147483671,'Longterm',8,'Learning',4);
INSERT INTO block_course VALUES(6,2147483671,'Longterm',3,'Learning',3);
INSERT INTO block_course VALUES(7,2147483671,'Longterm',1,'Learning',1);
INSERT INTO block_course VALUES(8,2147483670,'Longterm',15,'Learning',1);
INSERT INTO block_course VALUES(9,2147483670,'Longterm',16,'Learning',2);
INSERT INTO block_course VALUES(10,2147483660,'Longterm',10,'Learning',2);
INSERT INTO block_course VALUES(11,2147483660,'Longterm',11,'Learning',3);
INSERT INTO block_course VALUES(12,2147483660,'Longterm',12,'Learning',1);
CREATE TABLE category (
    id            INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 2147483647),
    step          INTEGER NOT NULL REFERENCES step,
    title         TEXT    NOT NULL CHECK (title <> ''),
    position      INTEGER NOT NULL DEFAULT 0,
    UNIQUE (step, title),
    UNIQUE (id, step)
) STRICT;
INSERT INTO category VALUES(1,1,'Introductie',1);
INSERT INTO category VALUES(2,1,'Gedrag en privacy',2);
INSERT INTO category VALUES(3,2,'Noodsituaties',1);
INSERT INTO category VALUES(4,2,'Fysieke belasting',2);
INSERT INTO category VALUES(5,2,'Hygiëne en infectiepreventie',2);
INSERT INTO category VALUES(6,3,'Voorbehouden handelingen',1);
INSERT INTO category VALUES(7,3,'Medicatie',2);
INSERT INTO category VALUES(8,3,'Introductie',0);
INSERT INTO category VALUES(9,4,'Palliatieve zorg',1);
INSERT INTO category VALUES(10,4,'Dementie en gedrag',2);
INSERT INTO category VALUES(11,4,'Leiderschap',3);
INSERT INTO category VALUES(12,4,'Vervallen aanbod',9);
INSERT INTO category VALUES(13,1,'Nog te vullen',9);
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
INSERT INTO class VALUES(1,'BHVB-1',4,'BHV basis, groep 1',NULL,6,12,'',0,1,1,0,1,0,0,0,NULL,NULL,NULL,NULL,'Normal',0,'2023-10-03T09:00:00');
INSERT INTO class VALUES(2,'BHVB-2',4,'BHV basis, groep 2',NULL,3,5,'',0,1,1,0,0,0,0,1,4,NULL,NULL,NULL,'Normal',0,'2025-05-12T09:00:00');
INSERT INTO class VALUES(3,'BHVB-3',4,'BHV basis, groep 3',NULL,6,12,'<p>Lunch besteld voor <strong>10</strong> personen.</p>',1,1,1,0,0,0,0,0,NULL,'2026-02-23T17:00:00','2026-02-16T17:00:00',7,'Normal',0,'2026-03-02T09:00:00');
INSERT INTO class VALUES(4,'BHVB-4',4,'BHV basis, groep 4',NULL,3,4,'<p>Kleine groep in verband met de verbouwing van De Werf; zie mail van Özlem.</p>',0,1,1,0,0,0,0,1,3,'2026-04-06T00:00:00','2026-03-30T17:00:00',14,'Normal',0,'2026-04-13T09:00:00');
INSERT INTO class VALUES(5,'BHVH-1',5,'BHV herhaling, groep 1',NULL,6,12,'',0,1,1,0,0,0,0,0,NULL,NULL,NULL,NULL,'Normal',0,'2025-05-20T09:00:00');
INSERT INTO class VALUES(6,'BHVH-2',5,'BHV herhaling, groep 2',NULL,6,12,'<p>Vervallen: te weinig deelnemers.</p>',0,1,1,0,0,1,0,0,NULL,NULL,NULL,NULL,'Normal',0,'2025-11-18T09:00:00');
INSERT INTO class VALUES(7,'BHVH-3',5,'BHV herhaling, groep 3',NULL,2,3,'',0,1,1,0,0,0,0,1,NULL,'2026-03-10T00:00:00','2026-03-13T17:00:00',NULL,'Normal',0,'2026-03-17T09:00:00');
INSERT INTO class VALUES(8,'BHVH-4',5,'BHV herhaling, groep 4',NULL,NULL,NULL,'',0,1,1,0,0,0,0,0,NULL,'2026-06-02T00:00:00','2026-05-26T00:00:00',0,'Normal',0,'2026-06-09T09:00:00');
INSERT INTO class VALUES(9,'BRAND-1',6,'Nachtoefening Lindehof',NULL,NULL,8,'<p>Oefening met rook: geen echte melding.</p>',1,1,1,0,0,0,0,0,NULL,NULL,NULL,NULL,'Normal',0,'2025-10-25T22:00:00');
INSERT INTO class VALUES(10,'BRAND-2',6,'Nachtoefening ''t Veer',NULL,4,8,'<p>Oefening met rook: de brandweer weet ervan.</p>',0,1,1,0,0,0,0,0,NULL,'2026-03-29T00:00:00',NULL,30,'Normal',0,'2026-03-28T22:30:00');
INSERT INTO class VALUES(11,'TIL-1',7,'Tillen, groep 1',NULL,4,10,'',0,1,1,0,1,0,0,0,NULL,NULL,NULL,NULL,'Normal',0,'2024-02-29T09:00:00');
INSERT INTO class VALUES(12,'TIL-2',7,'Tillen, groep 2',NULL,4,10,'',0,1,1,0,0,0,0,0,NULL,NULL,NULL,NULL,'Normal',0,'2026-01-20T09:00:00');
INSERT INTO class VALUES(13,'TIL-3',7,'Tillen, ochtendgroep',NULL,4,10,'',0,1,1,0,0,0,0,0,NULL,NULL,'2026-03-02T00:00:00',NULL,'Normal',0,'2026-03-09T09:00:00');
INSERT INTO class VALUES(14,'TIL-4',7,'Tillen, middaggroep',NULL,0,8,'',0,1,1,0,0,0,0,0,NULL,'2026-03-09T00:00:00','2026-03-09T00:00:00',NULL,'Normal',0,'2026-03-09T13:30:00');
INSERT INTO class VALUES(15,'TIL-5',7,'Tillen, middaggroep (dubbel)',NULL,NULL,8,'<p>Per ongeluk twee keer ingevoerd.</p>',0,1,1,0,1,0,0,0,NULL,NULL,NULL,NULL,'Normal',0,'2026-03-23T13:30:00');
INSERT INTO class VALUES(16,'REA-1',9,'Reanimatie, groep 1',NULL,NULL,10,'',0,1,1,0,0,0,0,0,NULL,NULL,NULL,NULL,'Normal',0,'2025-03-11T19:00:00');
INSERT INTO class VALUES(17,'REA-2',9,'Reanimatie, groep 2',NULL,NULL,10,'',0,1,1,0,0,0,0,0,NULL,NULL,NULL,NULL,'Normal',0,'2026-01-15T19:00:00');
INSERT INTO class VALUES(18,'REA-3',9,'Reanimatie, groep 3',NULL,NULL,10,'',0,1,1,0,0,0,0,0,NULL,NULL,'2026-03-08T00:00:00',NULL,'ETicket',0,'2026-03-19T19:00:00');
INSERT INTO class VALUES(19,'INJ-1',10,'Injecteren, groep 1',NULL,3,6,'',0,1,1,0,0,0,0,0,NULL,NULL,NULL,NULL,'Normal',0,'2025-09-08T13:00:00');
INSERT INTO class VALUES(20,'INJ-2',10,'Injecteren, groep 2',NULL,3,6,'',0,1,1,0,0,0,0,0,NULL,NULL,NULL,NULL,'Normal',1,'2026-04-07T13:00:00');
INSERT INTO class VALUES(21,'KAT-1',11,'Katheteriseren, groep 1',NULL,4,6,'<p>Skillslab niet beschikbaar, nieuwe datum volgt.</p>',0,1,1,0,0,1,0,0,NULL,NULL,NULL,NULL,'Normal',0,'2026-05-11T09:00:00');
INSERT INTO class VALUES(22,'KAT-2',11,'Katheteriseren, datum volgt',NULL,4,6,'',0,1,1,0,0,0,0,1,10,NULL,NULL,21,'Normal',0,'never');
INSERT INTO class VALUES(23,'PALL-1',15,'Palliatieve zorg, groep 1',NULL,6,14,'',0,1,1,0,0,0,0,0,NULL,NULL,NULL,NULL,'Normal',0,'2025-09-15T09:00:00');
INSERT INTO class VALUES(24,'PALL-2',15,'Palliatieve zorg, besloten groep ''t Veer',3,6,14,'',0,0,1,0,0,0,1,0,NULL,NULL,NULL,NULL,'Normal',0,'2026-05-18T09:00:00');
INSERT INTO class VALUES(25,'PALLG-1',16,'Online avond',NULL,NULL,NULL,'',0,1,1,0,0,0,0,0,NULL,NULL,NULL,NULL,'Stream',0,'2025-12-11T19:30:00');
INSERT INTO class VALUES(26,'PALLG-2',16,'Online avond, herhaling',NULL,NULL,100,'',0,1,1,1,0,0,0,0,NULL,NULL,NULL,NULL,'Stream',0,'2026-03-26T19:30:00');
INSERT INTO class VALUES(27,'DEM-1',17,'Voorstelling "Kwijt"',NULL,20,60,'',0,1,1,0,0,0,0,0,NULL,NULL,NULL,NULL,'ETicket',0,'2025-11-06T20:00:00');
INSERT INTO class VALUES(28,'DEM-2',17,'Voorstelling "Kwijt", reprise',NULL,20,60,'',0,1,1,1,0,0,0,1,NULL,NULL,NULL,NULL,'ETicket',0,'2026-04-16T20:00:00');
INSERT INTO class VALUES(29,'LEID-1',19,'Teammanagers, eerste groep',4,4,8,'<p>Budget: bestuur, <em>niet</em> doorbelasten.</p>',0,0,0,0,0,0,0,0,NULL,NULL,NULL,NULL,'Normal',0,'2026-02-10T09:30:00');
INSERT INTO class VALUES(30,'LPZ-1',2147483670,'Leergang palliatieve zorg, groep 1',NULL,4,12,'',0,1,1,0,0,0,0,0,NULL,NULL,NULL,NULL,'Normal',0,'2026-01-08T09:30:00');
INSERT INTO class VALUES(31,'VBH-1',2147483660,'Voorbehouden handelingen, groep 1',NULL,4,10,'',0,1,1,0,0,0,0,1,0,NULL,'2026-04-14T17:00:00',14,'Normal',0,'2026-04-21T09:00:00');
INSERT INTO class VALUES(32,'ONB-1',18,'Intervisie onbegrepen gedrag',NULL,NULL,NULL,'',0,1,0,0,0,0,0,0,NULL,NULL,NULL,NULL,'Normal',1,'never');
INSERT INTO class VALUES(33,'SOEP-1',20,'Werkgroep SOEP',NULL,NULL,15,'',0,1,1,0,1,1,0,0,NULL,NULL,NULL,NULL,'Normal',0,'2024-04-09T10:00:00');
CREATE TABLE class_trainer (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    class       INTEGER NOT NULL REFERENCES class,
    person      INTEGER NOT NULL REFERENCES person,
    class_date  INTEGER,
    FOREIGN KEY (class_date, class) REFERENCES class_date (id, class)
) STRICT;
INSERT INTO class_trainer VALUES(1,1,60,NULL);
INSERT INTO class_trainer VALUES(2,1,38,NULL);
INSERT INTO class_trainer VALUES(3,2,60,1003);
INSERT INTO class_trainer VALUES(4,2,13,NULL);
INSERT INTO class_trainer VALUES(5,3,13,NULL);
INSERT INTO class_trainer VALUES(6,3,15,1005);
INSERT INTO class_trainer VALUES(7,4,13,NULL);
INSERT INTO class_trainer VALUES(8,5,60,NULL);
INSERT INTO class_trainer VALUES(9,5,13,NULL);
INSERT INTO class_trainer VALUES(10,6,13,NULL);
INSERT INTO class_trainer VALUES(11,7,13,NULL);
INSERT INTO class_trainer VALUES(12,8,13,NULL);
INSERT INTO class_trainer VALUES(13,9,13,NULL);
INSERT INTO class_trainer VALUES(14,10,13,NULL);
INSERT INTO class_trainer VALUES(15,10,14,1016);
INSERT INTO class_trainer VALUES(16,27,16,NULL);
INSERT INTO class_trainer VALUES(17,28,16,NULL);
INSERT INTO class_trainer VALUES(18,19,17,NULL);
INSERT INTO class_trainer VALUES(19,20,17,NULL);
INSERT INTO class_trainer VALUES(20,21,17,NULL);
INSERT INTO class_trainer VALUES(21,22,17,NULL);
INSERT INTO class_trainer VALUES(22,29,3,NULL);
INSERT INTO class_trainer VALUES(23,29,5,1042);
INSERT INTO class_trainer VALUES(24,30,11,1046);
INSERT INTO class_trainer VALUES(25,30,34,1045);
INSERT INTO class_trainer VALUES(26,30,51,NULL);
INSERT INTO class_trainer VALUES(27,23,11,1031);
INSERT INTO class_trainer VALUES(28,23,51,NULL);
INSERT INTO class_trainer VALUES(29,24,51,NULL);
INSERT INTO class_trainer VALUES(30,25,11,NULL);
INSERT INTO class_trainer VALUES(31,26,11,NULL);
INSERT INTO class_trainer VALUES(32,26,53,NULL);
INSERT INTO class_trainer VALUES(33,16,15,NULL);
INSERT INTO class_trainer VALUES(34,17,15,NULL);
INSERT INTO class_trainer VALUES(35,18,15,NULL);
INSERT INTO class_trainer VALUES(36,11,60,NULL);
INSERT INTO class_trainer VALUES(37,11,14,NULL);
INSERT INTO class_trainer VALUES(38,12,14,NULL);
INSERT INTO class_trainer VALUES(39,12,20,1020);
INSERT INTO class_trainer VALUES(40,13,14,NULL);
INSERT INTO class_trainer VALUES(41,14,14,1023);
INSERT INTO class_trainer VALUES(42,31,17,NULL);
CREATE TABLE connector_error (
    id          INTEGER PRIMARY KEY,
    at          TEXT    NOT NULL,
    credential  TEXT    NOT NULL,
    connector   TEXT    NOT NULL DEFAULT '',
    message     TEXT    NOT NULL
) STRICT;
INSERT INTO connector_error VALUES(1,'2026-03-09T11:00:00Z','hr','AFAS','Kapot');
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
INSERT INTO credential VALUES(1,'hr','$argon2id$v=19$m=19456,t=2,p=1$9/MPsfxgBTcgNaqg82IDTA$5nOGa/8iKrsM+FF3cFmEgM3JLyzWmiKAIIhJYKVOmQo',NULL,NULL,0,'2026-11-22T05:04:43Z','2026-11-22T05:04:45Z');
INSERT INTO credential VALUES(2,'AFAS; HR','$argon2id$v=19$m=19456,t=2,p=1$a7Nk7n8uAotyGOGUSQ1vcw$mbQlzbovqMxMuOKFn+gKpTY5FhTRZByETkoHTkco1oc','$argon2id$v=19$m=19456,t=2,p=1$a7Nk7n8uAotyGOGUSQ1vcw$mbQlzbovqMxMuOKFn+gKpTY5FhTRZByETkoHTkco1oc','2026-11-27T08:35:44Z',0,'2026-11-27T07:35:44Z',NULL);
CREATE TABLE credential_grant (
    credential  INTEGER NOT NULL REFERENCES credential ON DELETE CASCADE,
    operation   TEXT    NOT NULL,
    PRIMARY KEY (credential, operation)
) STRICT, WITHOUT ROWID;
INSERT INTO credential_grant VALUES(1,'AvailableCourses');
INSERT INTO credential_grant VALUES(1,'CompletedCourses');
INSERT INTO credential_grant VALUES(1,'ConnectorError');
INSERT INTO credential_grant VALUES(1,'CreatePerson');
INSERT INTO credential_grant VALUES(1,'GetAllBasicPersonInfo');
INSERT INTO credential_grant VALUES(1,'GetAllLearningPortfolioContent');
INSERT INTO credential_grant VALUES(1,'GetCatalog');
INSERT INTO credential_grant VALUES(1,'GetClass');
INSERT INTO credential_grant VALUES(1,'GetClasses');
INSERT INTO credential_grant VALUES(1,'GetClassesFilteredByDate');
INSERT INTO credential_grant VALUES(1,'GetClassesFilteredByTraining');
INSERT INTO credential_grant VALUES(1,'GetHistoricAbsences');
INSERT INTO credential_grant VALUES(1,'GetPaginatedLearningPortfolioContent');
INSERT INTO credential_grant VALUES(1,'GetPersonAgenda');
INSERT INTO credential_grant VALUES(1,'GetPersonByEmail');
INSERT INTO credential_grant VALUES(1,'GetPersonByExternalId');
INSERT INTO credential_grant VALUES(1,'GetPersonByServiceId');
INSERT INTO credential_grant VALUES(1,'StartedCourses');
INSERT INTO credential_grant VALUES(1,'UpdatePerson');
INSERT INTO credential_grant VALUES(2,'AvailableCourses');
INSERT INTO credential_grant VALUES(2,'CompletedCourses');
INSERT INTO credential_grant VALUES(2,'GetAllLearningPortfolioContent');
INSERT INTO credential_grant VALUES(2,'GetCatalog');
INSERT INTO credential_grant VALUES(2,'GetClass');
INSERT INTO credential_grant VALUES(2,'GetClasses');
INSERT INTO credential_grant VALUES(2,'GetClassesFilteredByDate');
INSERT INTO credential_grant VALUES(2,'GetClassesFilteredByTraining');
INSERT INTO credential_grant VALUES(2,'GetHistoricAbsences');
INSERT INTO credential_grant VALUES(2,'GetPaginatedLearningPortfolioContent');
INSERT INTO credential_grant VALUES(2,'GetPersonAgenda');
INSERT INTO credential_grant VALUES(2,'StartedCourses');
INSERT INTO credential_grant VALUES(2,'UpdatePerson');
CREATE TABLE dim_reason (
    id      INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 2147483647),
    reason  TEXT    NOT NULL CHECK (reason <> '')
) STRICT;
INSERT INTO dim_reason VALUES(1,'Vrijgesteld op grond van een diploma');
INSERT INTO dim_reason VALUES(2,'Niet van toepassing op deze werkplek');
INSERT INTO dim_reason VALUES(3,'Tijdelijk vrijgesteld');
INSERT INTO dim_reason VALUES(9,'Volgt via een andere werkgever');
CREATE TABLE dimming (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    person      INTEGER NOT NULL REFERENCES person,
    training    INTEGER NOT NULL REFERENCES LearningModule,
    dim_reason  INTEGER NOT NULL REFERENCES dim_reason,
    UNIQUE (person, training)
) STRICT;
INSERT INTO dimming VALUES(1,58,7,3);
INSERT INTO dimming VALUES(2,21,13,2);
INSERT INTO dimming VALUES(3,23,3,3);
INSERT INTO dimming VALUES(4,27,13,1);
INSERT INTO dimming VALUES(5,30,9,3);
INSERT INTO dimming VALUES(6,34,7,2);
INSERT INTO dimming VALUES(7,51,11,2);
INSERT INTO dimming VALUES(8,56,12,9);
CREATE TABLE division (
    id          INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 0 AND 2147483647),
    name        TEXT    NOT NULL UNIQUE CHECK (name <> ''),
    parent      INTEGER REFERENCES division CHECK (parent <> id)
) STRICT;
INSERT INTO division VALUES(0,'Locatie onbekend',NULL);
INSERT INTO division VALUES(1,'Ouderenzorg',NULL);
INSERT INTO division VALUES(2,'Woonzorgcentrum Lindehof',1);
INSERT INTO division VALUES(3,'Lindehof, afdeling Beuk',2);
INSERT INTO division VALUES(4,'Lindehof, afdeling Eik',2);
INSERT INTO division VALUES(5,'Woonzorgcentrum ''t Veer',1);
INSERT INTO division VALUES(6,'Thuiszorg',NULL);
INSERT INTO division VALUES(7,'Wijkteam Noord',6);
INSERT INTO division VALUES(8,'Wijkteam Zuid',6);
INSERT INTO division VALUES(9,'Gehandicaptenzorg',NULL);
INSERT INTO division VALUES(10,'Woonlocatie De Kade',9);
INSERT INTO division VALUES(11,'Dagbesteding Het Atelier',9);
INSERT INTO division VALUES(12,'Bedrijfsbureau',NULL);
INSERT INTO division VALUES(13,'Leren & Ontwikkelen',12);
INSERT INTO division VALUES(14,'Personeel en Organisatie',12);
INSERT INTO division VALUES(15,'Flexpool',14);
INSERT INTO division VALUES(16,'Hospice De Wilg',NULL);
INSERT INTO division VALUES(18,'Woonlocatie Zonnehoek',9);
INSERT INTO division VALUES(19,'Nieuwe afdeling',NULL);
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
INSERT INTO enrollment VALUES(5001,7,4,1,'2023-08-21T10:12:00',3,0,0,'2023-08-26T12:46:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5002,12,4,1,'2023-08-22T08:40:00',3,0,0,'2023-08-24T11:45:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5003,60,4,1,'2023-08-25T15:03:00',3,0,0,'2023-08-30T15:42:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5004,36,4,1,'2023-08-28T20:15:00',2,0,0,'2023-10-04T17:10:00','2023-10-04T17:10:00','Geannuleerd door planner','No show',24500,'Afdelingsbudget');
INSERT INTO enrollment VALUES(5005,38,4,1,'2023-09-01T09:30:00',3,0,0,'2023-09-04T11:36:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5006,29,7,11,'2024-01-11T09:00:00',2,0,0,'2024-02-12T10:00:00','2024-02-12T10:00:00','Omgepland door teaminschrijving','',NULL,'');
INSERT INTO enrollment VALUES(5007,57,7,11,'2024-01-12T19:45:00',2,0,0,'2024-02-29T08:05:00','2024-02-29T08:05:00','Geannuleerd door medewerker','Afgemeld',NULL,'');
INSERT INTO enrollment VALUES(5008,23,7,11,'2024-01-13T11:57:00',3,0,0,'2024-01-14T12:15:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5009,20,7,11,'2024-01-18T11:21:00',3,0,0,'2024-01-24T13:07:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5010,58,7,11,'2024-01-23T11:01:00',3,0,0,'2024-01-27T12:48:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5011,21,7,11,'2024-01-23T11:57:00',3,0,0,'2024-01-26T13:32:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5012,42,20,NULL,'2024-03-01T10:00:00',3,0,0,'2024-03-01T10:00:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5013,38,13,NULL,'2024-05-01T10:00:00',3,0,0,'2024-05-01T10:00:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5014,24,9,16,'2025-01-10T12:30:00',3,0,0,'2025-01-15T15:20:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5015,51,9,16,'2025-01-19T12:26:00',3,0,0,'2025-01-22T17:02:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5016,39,9,16,'2025-01-20T12:33:00',3,0,0,'2025-01-24T15:14:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5017,28,9,16,'2025-01-20T20:30:00',2,0,0,'2025-03-12T09:00:00','2025-03-12T09:00:00','Geannuleerd door planner','No show',NULL,'');
INSERT INTO enrollment VALUES(5018,35,9,16,'2025-01-23T12:13:00',3,0,0,'2025-01-27T16:05:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5019,7,5,5,'2025-02-10T10:00:00',3,0,0,'2025-02-13T11:44:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5020,13,5,5,'2025-02-10T10:05:00',3,0,0,'2025-02-15T10:59:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5021,43,5,5,'2025-02-11T18:00:00',2,0,0,'2025-05-13T12:00:00','2025-05-13T12:00:00','Omgepland door medewerker','',NULL,'');
INSERT INTO enrollment VALUES(5022,17,5,5,'2025-02-12T08:30:00',2,0,0,'2025-05-14T09:45:00','2025-05-14T09:45:00','Omgepland door planner','',NULL,'');
INSERT INTO enrollment VALUES(5023,10,5,5,'2025-02-27T13:37:00',3,0,0,'2025-03-03T16:42:00',NULL,'','',0,'Trainersregeling');
INSERT INTO enrollment VALUES(5024,19,4,2,'2025-03-17T14:22:00',3,0,1,'2025-03-23T17:53:00',NULL,'','',24500,'Afdelingsbudget');
INSERT INTO enrollment VALUES(5025,30,4,2,'2025-03-18T09:05:00',3,0,0,'2025-03-23T11:04:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5026,42,4,2,'2025-04-01T07:55:00',2,0,0,'2025-05-05T18:20:00','2025-05-05T18:20:00','Geannuleerd door medewerker','Afgemeld',NULL,'');
INSERT INTO enrollment VALUES(5027,49,8,NULL,'2025-04-01T13:00:00',2,0,0,'2025-04-14T09:00:00','2025-04-14T09:00:00','Reden onbekend','',NULL,'');
INSERT INTO enrollment VALUES(5028,36,4,2,'2025-04-02T21:40:00',3,0,0,'2025-04-09T00:30:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5029,50,4,2,'2025-04-03T10:30:00',2,0,0,'2025-05-12T17:00:00','2025-05-12T17:00:00','Geannuleerd door planner','No show',24500,'');
INSERT INTO enrollment VALUES(5030,27,4,2,'2025-04-07T11:11:00',2,1,0,'2025-05-06T09:00:00','2025-05-06T09:00:00','Overgeplaatst van wachtlijst','',NULL,'');
INSERT INTO enrollment VALUES(5031,29,14,NULL,'2025-06-02T22:00:00',2,0,1,'2025-06-10T09:00:00','2025-06-10T09:00:00','Geweigerd door leidinggevende','',NULL,'');
INSERT INTO enrollment VALUES(5032,52,15,23,'2025-06-15T09:15:00',3,0,0,'2025-06-18T10:28:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5033,11,15,23,'2025-06-16T08:00:00',2,0,0,'2025-09-12T16:00:00','2025-09-12T16:00:00','Geannuleerd door medewerker','Afgemeld',NULL,'');
INSERT INTO enrollment VALUES(5034,50,15,23,'2025-06-19T09:00:00',3,0,0,'2025-06-25T13:00:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5035,34,15,23,'2025-06-19T09:13:00',3,0,0,'2025-06-25T09:21:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5036,53,15,23,'2025-06-19T09:47:00',3,0,0,'2025-06-25T10:07:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5037,24,10,19,'2025-06-19T10:00:00',3,0,0,'2025-06-25T14:07:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5038,37,10,19,'2025-06-20T10:00:00',2,0,0,'2025-09-08T17:30:00','2025-09-08T17:30:00','Reden onbekend','No show',NULL,'');
INSERT INTO enrollment VALUES(5039,27,10,19,'2025-06-20T10:36:00',3,0,0,'2025-06-25T13:49:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5040,51,15,23,'2025-06-21T09:20:00',3,0,0,'2025-06-25T14:19:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5042,20,10,19,'2025-06-23T10:08:00',3,0,0,'2025-06-28T13:08:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5043,52,10,19,'2025-06-23T10:24:00',3,0,0,'2025-06-24T13:43:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5044,36,12,NULL,'2025-08-01T20:00:00',3,0,1,'2025-08-01T20:00:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5045,57,17,28,'2025-09-04T19:45:00',2,0,0,'2025-10-01T02:00:00','2025-10-01T02:00:00','Medewerker uit dienst','',NULL,'');
INSERT INTO enrollment VALUES(5046,37,5,6,'2025-09-09T09:09:00',2,0,0,'2025-11-10T10:00:00','2025-11-10T10:00:00','Geannuleerd door planner','',NULL,'');
INSERT INTO enrollment VALUES(5047,27,6,9,'2025-09-10T16:08:00',3,0,0,'2025-09-12T17:49:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5048,29,6,9,'2025-09-13T16:41:00',3,0,0,'2025-09-17T16:54:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5049,36,5,6,'2025-09-15T20:00:00',3,0,0,'2025-09-18T22:48:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5050,19,5,6,'2025-09-16T14:00:00',3,0,0,'2025-09-22T16:25:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5051,20,6,9,'2025-09-18T16:16:00',3,0,0,'2025-09-23T21:03:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5052,31,6,9,'2025-09-20T16:17:00',3,0,0,'2025-09-26T18:32:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5053,21,17,27,'2025-09-22T15:00:00',2,0,0,'2025-09-29T09:00:00','2025-09-29T09:00:00','Geweigerd door planner','',NULL,'');
INSERT INTO enrollment VALUES(5054,22,17,27,'2025-09-23T10:00:00',3,0,0,'2025-09-28T14:28:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5055,44,17,27,'2025-09-24T09:00:00',2,0,0,'2025-10-01T09:00:00','2025-10-01T09:00:00','Omgepland door teaminschrijving','',NULL,'');
INSERT INTO enrollment VALUES(5056,26,17,27,'2025-10-06T10:00:00',3,0,1,'2025-10-09T10:58:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5057,52,2147483670,30,'2025-10-08T13:02:00',3,0,0,'2025-10-11T14:51:00',NULL,'','',119500,'SectorplanPlus-subsidie');
INSERT INTO enrollment VALUES(5058,6,14,NULL,'2025-10-08T16:00:00',2,0,1,'2025-10-09T08:30:00','2025-10-09T08:30:00','Geannuleerd door medewerker','',NULL,'');
INSERT INTO enrollment VALUES(5059,51,2147483670,30,'2025-10-12T13:31:00',3,0,0,'2025-10-18T14:35:00',NULL,'','',119500,'SectorplanPlus-subsidie');
INSERT INTO enrollment VALUES(5060,44,17,27,'2025-10-13T09:00:00',3,0,0,'2025-10-14T13:17:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5061,34,2147483670,30,'2025-10-18T13:34:00',3,0,0,'2025-10-23T16:55:00',NULL,'','',119500,'SectorplanPlus-subsidie');
INSERT INTO enrollment VALUES(5062,11,2147483670,30,'2025-10-19T13:58:00',3,0,0,'2025-10-22T16:22:00',NULL,'','',119500,'SectorplanPlus-subsidie');
INSERT INTO enrollment VALUES(5063,35,9,17,'2025-11-03T08:00:00',3,0,0,'2025-11-09T12:59:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5064,30,2,NULL,'2025-11-03T09:00:00',3,0,1,'2025-11-03T09:00:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5065,12,2,NULL,'2025-11-10T08:00:00',2,0,0,'2026-01-01T02:00:00','2026-01-01T02:00:00','Medewerker uit dienst','',NULL,'');
INSERT INTO enrollment VALUES(5066,41,9,17,'2025-11-10T17:17:00',3,0,0,'2025-11-11T21:37:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5067,43,9,17,'2025-11-11T18:00:00',2,0,0,'2026-01-16T09:00:00','2026-01-16T09:00:00','Geannuleerd door planner','No show',8950,'');
INSERT INTO enrollment VALUES(5068,53,16,25,'2025-11-17T10:00:00',3,0,0,'2025-11-18T13:49:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5069,27,16,25,'2025-11-18T10:00:00',2,0,0,'2025-12-11T22:00:00','2025-12-11T22:00:00','Geannuleerd door planner','No show',0,'');
INSERT INTO enrollment VALUES(5070,19,7,12,'2025-11-24T13:13:00',3,0,0,'2025-11-29T16:24:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5071,22,7,12,'2025-11-25T10:30:00',3,0,0,'2025-11-26T13:38:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5072,28,7,12,'2025-11-26T21:00:00',2,0,0,'2026-01-20T17:05:00','2026-01-20T17:05:00','Geannuleerd door planner','No show',6000,'Afdelingsbudget');
INSERT INTO enrollment VALUES(5073,7,5,7,'2025-12-01T10:00:00',3,0,0,'2025-12-04T11:40:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5074,13,5,7,'2025-12-01T10:01:00',3,0,0,'2025-12-07T11:18:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5075,8,19,29,'2025-12-05T09:00:00',3,0,0,'2025-12-08T11:04:00',NULL,'','',99000,'Bestuursbudget');
INSERT INTO enrollment VALUES(5076,7,19,29,'2025-12-08T09:00:00',3,0,0,'2025-12-14T13:42:00',NULL,'','',99000,'Bestuursbudget');
INSERT INTO enrollment VALUES(5077,10,5,7,'2025-12-08T17:25:00',3,0,0,'2025-12-12T18:06:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5079,11,19,29,'2025-12-09T09:00:00',3,0,0,'2025-12-13T11:03:00',NULL,'','',99000,'Bestuursbudget');
INSERT INTO enrollment VALUES(5080,52,9,18,'2025-12-10T15:00:00',3,0,0,'2025-12-16T17:02:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5081,9,19,29,'2025-12-11T09:00:00',3,0,0,'2025-12-14T13:48:00',NULL,'','',99000,'Bestuursbudget');
INSERT INTO enrollment VALUES(5082,17,5,7,'2025-12-15T08:30:00',3,0,0,'2025-12-19T08:41:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5083,10,19,29,'2025-12-16T09:00:00',3,0,0,'2025-12-20T13:28:00',NULL,'','',99000,'Bestuursbudget');
INSERT INTO enrollment VALUES(5084,50,4,3,'2025-12-18T13:00:00',2,0,0,'2026-02-01T02:00:00','2026-02-01T02:00:00','Medewerker uit dienst','',NULL,'');
INSERT INTO enrollment VALUES(5085,47,1,NULL,'2026-01-05T09:00:00',3,0,0,'2026-01-05T09:00:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5086,43,5,7,'2026-01-05T18:00:00',0,1,0,'2026-01-05T18:00:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5087,36,12,NULL,'2026-01-05T20:00:00',3,0,1,'2026-01-05T20:00:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5088,24,9,18,'2026-01-07T10:00:00',3,0,0,'2026-01-13T13:13:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5089,20,12,NULL,'2026-01-10T07:00:00',3,0,0,'2026-01-10T07:00:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5090,51,16,26,'2026-01-12T09:00:00',3,0,0,'2026-01-18T11:50:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5091,52,16,26,'2026-01-12T09:05:00',3,0,0,'2026-01-14T09:22:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5092,26,4,3,'2026-01-12T10:02:00',3,0,1,'2026-01-17T11:06:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5093,6,14,NULL,'2026-01-12T16:00:00',3,0,1,'2026-01-12T16:00:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5094,45,4,3,'2026-01-13T16:45:00',3,0,0,'2026-01-16T20:50:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5095,46,4,3,'2026-01-13T16:47:00',3,0,0,'2026-01-18T16:53:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5096,40,4,3,'2026-01-15T12:30:00',2,0,0,'2026-02-19T08:15:00','2026-02-19T08:15:00','Omgepland door medewerker','',NULL,'');
INSERT INTO enrollment VALUES(5097,41,11,21,'2026-01-19T17:17:00',3,0,0,'2026-01-24T17:30:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5098,43,11,21,'2026-01-19T18:00:00',2,0,0,'2026-02-25T14:00:00','2026-02-25T14:00:00','Omgepland door planner','',NULL,'');
INSERT INTO enrollment VALUES(5099,56,2,NULL,'2026-01-20T10:00:00',3,0,0,'2026-01-20T10:00:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5100,54,4,3,'2026-01-20T22:10:00',3,0,0,'2026-01-24T23:38:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5101,24,7,13,'2026-01-26T10:00:00',3,0,0,'2026-01-29T12:45:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5102,62,4,4,'2026-01-29T11:50:00',3,0,0,'2026-01-30T16:00:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5103,19,17,28,'2026-01-30T21:00:00',3,0,1,'2026-02-05T23:02:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5104,31,17,28,'2026-02-01T19:00:00',3,0,0,'2026-02-02T21:43:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5105,25,7,13,'2026-02-02T09:15:00',3,0,0,'2026-02-06T10:40:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5106,31,4,4,'2026-02-02T19:31:00',3,0,0,'2026-02-04T19:50:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5107,35,4,4,'2026-02-03T08:20:00',3,0,0,'2026-02-07T11:39:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5108,39,4,4,'2026-02-03T08:25:00',2,1,0,'2026-02-12T10:00:00','2026-02-12T10:00:00','Overgeplaatst van wachtlijst','',NULL,'');
INSERT INTO enrollment VALUES(5109,6,17,28,'2026-02-03T12:34:00',0,0,1,'2026-02-03T12:34:00',NULL,'','',NULL,'Eigen rekening');
INSERT INTO enrollment VALUES(5110,42,7,13,'2026-02-03T17:00:00',3,0,0,'2026-02-06T17:51:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5111,20,2147483660,31,'2026-02-04T07:30:00',3,0,0,'2026-02-07T08:51:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5112,37,2147483660,31,'2026-02-05T19:00:00',3,0,0,'2026-02-08T23:11:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5113,59,17,28,'2026-02-06T08:00:00',2,0,0,'2026-02-18T16:00:00','2026-02-18T16:00:00','Omgepland door planner','',NULL,'');
INSERT INTO enrollment VALUES(5114,20,6,10,'2026-02-09T07:45:00',3,0,0,'2026-02-11T10:02:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5115,19,6,10,'2026-02-09T08:30:00',2,0,0,'2026-03-06T23:59:00','2026-03-06T23:59:00','Geannuleerd door medewerker','Afgemeld',NULL,'');
INSERT INTO enrollment VALUES(5116,25,2147483660,31,'2026-02-09T20:00:00',2,0,0,'2026-02-11T11:30:00','2026-02-11T11:30:00','Geweigerd door leidinggevende','',NULL,'');
INSERT INTO enrollment VALUES(5117,21,6,10,'2026-02-10T15:00:00',1,0,0,'2026-02-15T16:38:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5118,29,6,10,'2026-02-11T22:05:00',0,0,0,'2026-02-11T22:05:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5119,39,4,4,'2026-02-12T10:00:00',3,0,0,'2026-02-18T13:13:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5120,45,9,18,'2026-02-12T16:00:00',0,0,1,'2026-02-12T16:00:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5121,56,9,18,'2026-02-13T11:00:00',2,0,0,'2026-02-16T09:00:00','2026-02-16T09:00:00','Geweigerd door leidinggevende','',NULL,'');
INSERT INTO enrollment VALUES(5122,32,9,18,'2026-02-14T12:00:00',2,0,0,'2026-02-17T13:00:00','2026-02-17T13:00:00','Geweigerd door planner','',NULL,'');
INSERT INTO enrollment VALUES(5123,35,16,26,'2026-02-15T20:20:00',1,0,0,'2026-02-18T21:14:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5124,34,16,26,'2026-02-16T11:00:00',3,0,1,'2026-02-17T12:33:00',NULL,'','',2250,'Persoonlijk budget');
INSERT INTO enrollment VALUES(5125,19,5,8,'2026-02-16T21:10:00',1,0,0,'2026-02-19T00:24:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5126,36,5,8,'2026-02-17T20:00:00',0,0,0,'2026-02-17T20:00:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5127,51,5,8,'2026-02-18T12:00:00',3,0,0,'2026-02-19T14:10:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5128,40,4,4,'2026-02-19T08:15:00',3,0,0,'2026-02-20T11:14:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5129,21,17,28,'2026-02-20T10:00:00',3,0,0,'2026-02-26T11:57:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5130,27,15,24,'2026-02-20T14:00:00',3,0,0,'2026-02-23T18:31:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5131,23,15,24,'2026-02-20T14:05:00',3,0,0,'2026-02-26T19:00:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5132,40,13,NULL,'2026-02-20T20:00:00',3,0,1,'2026-02-20T20:00:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5133,22,4,4,'2026-02-21T15:15:00',0,1,1,'2026-02-21T15:15:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5134,28,4,4,'2026-02-22T20:20:00',2,1,0,'2026-03-04T07:30:00','2026-03-04T07:30:00','Geannuleerd door medewerker','',NULL,'');
INSERT INTO enrollment VALUES(5135,44,4,4,'2026-02-23T09:00:00',1,1,0,'2026-02-24T09:30:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5136,42,4,4,'2026-02-24T17:42:00',3,1,0,'2026-02-26T11:00:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5137,43,11,22,'2026-02-25T14:00:00',3,0,0,'2026-03-03T16:46:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5138,32,14,NULL,'2026-02-25T21:30:00',0,0,1,'2026-02-25T21:30:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5139,48,18,32,'2026-02-26T10:00:00',0,0,1,'2026-02-26T10:00:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5140,41,11,22,'2026-02-26T17:17:00',3,0,0,'2026-03-01T21:31:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5141,30,5,7,'2026-02-27T09:30:00',0,0,0,'2026-02-27T09:30:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5142,49,15,24,'2026-02-27T10:10:00',0,0,0,'2026-02-27T10:10:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5143,56,2147483660,31,'2026-02-28T12:00:00',0,0,1,'2026-02-28T12:00:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5144,56,11,22,'2026-03-01T12:00:00',0,0,0,'2026-03-01T12:00:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5145,45,18,NULL,'2026-03-01T19:00:00',1,0,1,'2026-03-02T08:45:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5146,19,9,18,'2026-03-02T21:05:00',0,0,1,'2026-03-02T21:05:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5147,35,10,20,'2026-03-03T09:00:00',0,0,0,'2026-03-03T09:00:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5148,46,13,NULL,'2026-03-04T10:00:00',3,0,1,'2026-03-04T10:00:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5149,55,7,14,'2026-03-05T14:00:00',3,0,0,'2026-03-08T16:53:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5150,54,7,14,'2026-03-06T08:00:00',0,0,1,'2026-03-06T08:00:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(5151,56,7,14,'2026-03-07T23:30:00',1,0,1,'2026-03-08T16:43:00',NULL,'','',NULL,'');
INSERT INTO enrollment VALUES(9001,48,21,NULL,'2019-02-04T09:00:00',3,0,0,'2019-02-04T09:00:00',NULL,'','',NULL,'');
CREATE TABLE function (
    id          INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 0 AND 2147483647),
    name        TEXT    NOT NULL UNIQUE CHECK (name <> '')
) STRICT;
INSERT INTO function VALUES(0,'Functie onbekend');
INSERT INTO function VALUES(1,'Verzorgende IG');
INSERT INTO function VALUES(2,'Verpleegkundige mbo');
INSERT INTO function VALUES(3,'Verpleegkundige hbo');
INSERT INTO function VALUES(4,'Wijkverpleegkundige');
INSERT INTO function VALUES(5,'Helpende plus');
INSERT INTO function VALUES(6,'Begeleider');
INSERT INTO function VALUES(7,'Persoonlijk begeleider');
INSERT INTO function VALUES(8,'Teammanager');
INSERT INTO function VALUES(9,'Bestuurder');
INSERT INTO function VALUES(10,'Opleidingsadviseur');
INSERT INTO function VALUES(11,'Planner leren en ontwikkelen');
INSERT INTO function VALUES(12,'HR-adviseur');
INSERT INTO function VALUES(13,'Praktijkopleider');
INSERT INTO function VALUES(14,'Facilitair medewerker');
INSERT INTO function VALUES(15,'Geestelijk verzorger');
INSERT INTO function VALUES(16,'Trainer');
INSERT INTO function VALUES(18,'Kok');
INSERT INTO function VALUES(19,'Nieuwe functie');
CREATE TABLE group_member (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    person_group  INTEGER NOT NULL REFERENCES person_group,
    person        INTEGER NOT NULL REFERENCES person,
    UNIQUE (person_group, person)
) STRICT;
INSERT INTO group_member VALUES(1,3,23);
INSERT INTO group_member VALUES(2,3,27);
INSERT INTO group_member VALUES(3,3,34);
INSERT INTO group_member VALUES(4,3,43);
INSERT INTO group_member VALUES(5,3,49);
INSERT INTO group_member VALUES(6,1,7);
INSERT INTO group_member VALUES(7,1,10);
INSERT INTO group_member VALUES(8,1,13);
INSERT INTO group_member VALUES(9,1,17);
INSERT INTO group_member VALUES(10,1,19);
INSERT INTO group_member VALUES(11,1,20);
INSERT INTO group_member VALUES(12,1,27);
INSERT INTO group_member VALUES(13,1,29);
INSERT INTO group_member VALUES(14,1,30);
INSERT INTO group_member VALUES(15,1,31);
INSERT INTO group_member VALUES(16,1,36);
INSERT INTO group_member VALUES(17,1,42);
INSERT INTO group_member VALUES(18,5,20);
INSERT INTO group_member VALUES(19,5,24);
INSERT INTO group_member VALUES(20,5,41);
INSERT INTO group_member VALUES(21,5,51);
INSERT INTO group_member VALUES(22,2,25);
INSERT INTO group_member VALUES(23,2,26);
INSERT INTO group_member VALUES(24,2,59);
INSERT INTO group_member VALUES(25,2,61);
INSERT INTO group_member VALUES(26,2,45);
INSERT INTO group_member VALUES(27,2,47);
INSERT INTO group_member VALUES(28,2,54);
INSERT INTO group_member VALUES(29,2,55);
INSERT INTO group_member VALUES(30,4,7);
INSERT INTO group_member VALUES(31,4,8);
INSERT INTO group_member VALUES(32,4,9);
INSERT INTO group_member VALUES(33,4,10);
INSERT INTO group_member VALUES(34,4,11);
INSERT INTO group_member VALUES(35,4,12);
CREATE TABLE image (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    name          TEXT    NOT NULL UNIQUE CHECK (name <> ''),
    content_type  TEXT    NOT NULL CHECK (content_type IN ('image/png', 'image/jpeg', 'image/webp')),
    content       BLOB    NOT NULL,
    digest        TEXT    NOT NULL
) STRICT;
INSERT INTO image VALUES(1,'bhv.png','image/png',X'89504e470d0a1a0a0000000d49484452000001900000012c0803000000da6915f000000090504c5445ffd96affd668ffd368ffd168ffd167ffd166fed166ffd165ffd066ffcf65fecf62fecf61fccb5afcc45ffaba5cf1b62df1b52df1b52cf1ba29f1b829f0b829f0b629f0b728f0b42af0b429f0b428f7b150f0b329efaf29efb326f29f42ec7e3bea6f3ae76f2de76533e55d2fe4592fe5582ee4582fe4582ee4572ee4572be4552ee3532de3522ee3522ce3502be24e2afdcfc166000008454944415478daeddd6f77e23616c77199c6338669dc5d52bad4b018b06ab93698f7ffee2a933dd3d90ce910d05ff3fd3de501c77ccebd57929513d190a022f8090021800042000184000208010410020801041002082004104008208010400820801040002180004200018400420001840002080104100208200410020820041040082080104000218010400021800042000184000208018400020801041002082004104008200410400820801040002180001247da0b01c463aa0b918078ab8f6afd7d56bb8302c41bc8af8bb79903e21364b17c93d50b20bea2de03918038b79052366dffe7459053dbd4522a40dc61a8ae3ff56db52d2f80fc566ef74a7fdc3551a2c406529f31ba7db929f2e749f2cbef6f41fef3df9fc52c2f36e5b6399d0614406c6a34af18f9341122993c7db9083299e84f459a17034adfc665120f8892ba11355b8da12d9eb2e934cb9e6697413eeb4fa76932a06cca6a305180182f8eeed4698d44246936cdd273de05397f9a9d5192e7a294a74e49400c461747bf3f6b7cc5f831c82b4a3611e279b33d9e9a38ca240610d9e8e228a66f34ae02792d94443c15657d8aa273891838eab2d0bfe91b8d6b41ce26ba77e57a9ab412907b39eabe29f3a138d2ef732dc8d924d19dabd28d0b907b565675df0f1cdf17c74741069289986d9ad0498206915dbf2d92f7383e08f24a92976d1ff4280918a46e4e7bcd91bdc7f16190d7c6956f831e25e182c863bb998a8bb3e3669033495254a7708b245410bdb6dae622fd278e9b403449269ecbbe93807cb43c26ef0f8f7b40d2548f92708b244810555f511eb783e8be3514499893244410d9f6a52e8f34b505f25a247f1c25205779f455714579dc053214895e6e4940aef018dad5351c7781e8224966e54929407e303ed4a99c25d779dc07a2db56b239b63520ffbc193c96c9e44a8f3b41860570f14768ebdfb040eab6df882c4bdd80e8221179d54b40de3fbbd2e3fcdaf230013288ecc312116179e41ff13000328cf66d502222620f1320c18988883d8c8084262222f630031298482820f50d1e8640c2120904a46e6ff030051294481820aae98b8f7b1803d122cf555703f27781e8fde0c73dcc816891bc6a15205fcf13cb5b3c0c82e81d62d1d7807cf548b2d42f8816d904711a1f0088ecb7b3897790344bca1044fc8328bdc04a6e6958a6412659084b2dff20f54d0b2cf320e7a596ffc12e021820b77a18060963b00bff0364926661806811ff6344f81e20324f6ef5300e92a5d3edb17e681079dadcdcb0cc830cfbc3f6a12b44f6e5edf561012480dd885f90563e870592a693addffb7322de866505c47bd3f209521ff50a2b0d0bc4fb4acb2b4897df55205640b2c96cdfa98704b9674b680f64d81efa2c117f20aaad9e2759782069966c3d6ed885c702d9dc59209640fc9ea0780351dd7e96a621820c07f1fe8e7d85bf0229ee2d107b20cf8f3743d471ff290db442bc2e7d45c405620d244bf247ab102305620dc4678988880bc41e882e11f55015a29758591a7085782c11e1a94036060ac4224896149ede54790131b049b70ce26fbb2efc144869a2406c82783bd1f2d3b2da3c097b860c35e2e7d0d707487ddf8b5b3720be5ee60a2f1dab30d2b1ac82f83a3ff100626aa4db6e5949e963ac0b1f056266a45b06f134d63d80d45d61668458ae908997abbeee41d471fb294dc307f1b45b171e3ad6c650c7b20c92797973283c74acdc50c7b20df2e4e3fe897310d5eda769142043cf725f22ce416a636b2ceb2043cf92a307917d21b248407cacb35c8398db15da07d122ee8f7c5d83183bc77201e2e33ccb3588c145af830a11ee5f5339af90a3b911e2a065b91f2222e211621dc4c701a3703d42b6e646887d100f4344b81e21e676212e2ac4fde989f30a3138421c80b81f226e4154a3f2985a569666aeff70dd3188c1832c1720ba67b99eeac271c73239d31d80b89fea6e41ccce742715528cba428ceed39d8038ffb375c72dcbe43edd0988f365965310b3fb741720fa3b1c2fb35c83cc2203717ee95ab8ed58dba7348d0ac4f9d513b7206657bd6e4036230631bcea75d2b25caf7b1d836ce203c98f80845521c7310f75a3db102720ae372280fc08643666909e0a09ebe8a4cd635bf666e9d4ed055f9720a637ea4e8e4e5cdf73b00aa2946ada6fd20d204fe6f2d33b20a9c1ef4893ede9db67689554918228d51e0eaafa36fbe7cf3393f97211e4f317935ff1a9fcf3db4790874367f39f7e0b8b0dea5095eb37f9d72f66b3bc907f1bfe8eb7cf50ee0f16a78a3510a53956f3f9e2fff3bbe15c0231fd1d6f1e413fd37a7750b181a8c36e3d5fac56abe5c8323cd27c51769181680fcdb11c69344969ab6b096b1ecbd17a0c24f3f220230269abf562cc1e5ae4c5d21c11760aa49c8fdb4383ac553c15d256abc572e459cded94880d1039fe021940d61181acc70fb25cac651b0948abd6a3ef5843ac1c030b4b6bacf173581a228004b6f00504104000797410f910abacc52e9655967a907d4815cb3ee45176ea5d2c3b75d5edc7dfb2866d888c04448b8cbf6759ea58b640768b07289078de878cff8588adb35e7befd43b2d32de77eada43b65181344d57bebcac4669b25a2dec7958bc2837dc039a2f866b33a3ca72319faf77076b37e2ed81c883daadd7cbf9cba8325facd7bbeaa0a2bb2837cc91e67090fbddd852758736cabbbdcdf9ba757b1859ba56c57afbfd7f26638be51fccdf3fb8278000420001840002080104100208010410020820041040082080104008208010400021800042000184004200018400020801041002082004100208200410400820801040002180104000218000420001840002080184000208010410020820041040082004104008208010400021800042000184004200018400020801041002082004100208200410400820801040002161e42fe089f1608fb62bad0000000049454e44ae426082','A0CB3D94603DE59C9918566B724B273B7D77D8F8D57E9E356F41B9794B4828F5');
INSERT INTO image VALUES(2,'blok.png','image/png',X'89504e470d0a1a0a0000000d49484452000001900000012c0803000000da6915f000000090504c5445fffffffefffffefefefdfefef4f7f9e9d8a6fec750f9c552f7c453f6c453f5c453f4c354eabf57b4ae78719ba96e8c804d82924c7e884a7f8e447b8d427b8d437a8b427a8d427a8b417a8d417a8cf07958eb7959e8795ae7795ae6795ade795dab796c6b797f4c798946798a42798b41798c40798c3d798d3a798e37798f3d788d3d778a3a768d36758e3475903672868444662e0000058f4944415478daeddd5d53da5800c7612a145a11d1f5050910022626bc14beffb75b8adadaedee8587e36c327d7ef7e6a2cf9cc48e33e7df7a52ad6af9270022204004048880001110200222204004048880001110200222204004048880001190ffa80808c887951765404f7705908f391dab6a1950b92a73201f703cca6a91cd43ca1eab1c48f4f3512eb32499049424f3c52a07121ba4ca92349d0594a6c97c591640a276b75a24e934b034c99a72441a03927f3f20a120b349638e4853400e5f90f964360d3f224df98a0001020408102040800001020408102040800001020408102040800001020408102040800001020408102040800001020408102040800001020408102040800001020408102040800001020408102040800001020408102040fe289083c8fc844b30a7e9b2720966d4ee56d949d7c456eeed8d7d421e0f4724eca5954e268bcabdbd91cb578b793299a5ef6f9a4c16abbb2720b145aa65364f024ab3e65cfddea8b98abc5c2d17012dabca5cc5c77c470e24015545733c9a367954e401356af3c8281810350664fc307e785fe3877f79ad357ac8ad462037f79b809e6ec6bffe8ffe7e1d507d86dc6a03f230deefaf02daec37b76f4fc76e7b1dd07ab71e0179dbe1745c7682bafc6bff43e47ebd1d0e2e421a3c6e4740de9c8fcd55a71558e7f255a4585f0fbadd5e40ddeec5b01e22350119ef3bad76fb2ca076bbd5b9da3c7fdb8beda0dbef9f07d4ef772faed70590d7eff9feb2d50e3d21edd6e7fdfdf17bbe1b76fb5f03eb7707bb1190d777ffbe73160c7276f6724446df0f4828c879af1e47a41620c72fc8592bf8889c1dbf22872fc845effc6bf811197e1b018902d202020408102040800001020408102040800001020408102040800001020408102040800001020408102040800001020408102040800001020408102040800001020408102040800001020408102040800001020408102040801c2b36275d82d97ebe04b3585f9c7009e697fef5d625982f9d784d6c677fbcb7f76e3738e99ad8edf809c873e3cd4da7d5fe14c2f1e9f0632f575b17ebc7c311097b69f57bbd7a5c6d5d939bad6ff7979dc3cba7fdfe0e27e4727ff3fc94d17678d1ed9df7dfdf976e6fb8abc5905b5d2ee3bfdd5f7d0ebafdbdf3f3eaf783c8b7ebc14537a0fe60b87319ffaf229bfdd5654057fbd7f3711459efae87015d6fb735193aaccfa0cbc38124a0cdc3fd2fbfaf8dd6df02da8e6b321f52abc9a387db807edb3c2a4601d567f3c82858cd02f2c782c4194f8bf3943873708d0689339e96176540ff7c4a9c39b84683c4194f2b8a55b50ca85c956fc670e3ccc1351b24ce785a5e568b6c1e52f6f8732e3ace1c5cb341e28ca715e5324b9249404932ff31a81e670eaee92051c6d38a2a4bd27416509a26f365f9fc94387370cd0689339e76b75a24e934b034c99e8f489c39b88683c4194fcbbf1f905090d9e4e588c499836b36489cbfac1ebe20f3c96c1a7e448e5f91387370406a03d202020408102040800001020408102040800001020408102040800001020408102040800001020408102040800001020408102040800001020408102040800001020408102040800001020408102040800001020408102040fe3f9048e36945393fe112cc69baac8e4f893207d7709038e36977abeca46b628f1e91e6e01a7f42628ca715e5e3e18884bdb4d2c964f17cd9789c39b88683441a4fcb578b793299a5ef6f9a4c16ab97a7c499836b3848a4f1b4bc5a66f324a034fb71f57bac39b88683441a4fcbcbd57211d0b2aadecc55c499836b3848a4f1b4e240125055e46f9f12670eaee120b1c6d38a3ca0df9e12670eaee1200202444080080810011110200202444080080810011110200202444080080810011110200202444080080810010122200202444080080810010122200202444080080810010122200202444080080810010122200252f7fe0601e43f91a46fd35d0000000049454e44ae426082','404C420C2EFCC8B92C5B7EDF89A7D36069D21C61C076654102199CBEC2273876');
INSERT INTO image VALUES(3,'brand.png','image/png',X'89504e470d0a1a0a0000000d49484452000001900000012c0803000000da6915f000000090504c5445fcf8d7f5efd0f4efd0f4efcff3efd0fde59aefebcdffe08bffe08affe089fada87eeb54af7aa23f6a725f6a624f6a623f6a621a7a69cf6a523f6a31ff29725f2632cf05a2dea6e2be9592ea96c59e2582fe9552ee4572ee4562ee3572ee2562ee3522fe0562ec14e31813d375335402c2a422025422024401f24401e23401d23401c23401a2240122041101f40101737e48d5e7100000f984944415478daed9d6d73e2c80e850d61497042c25b11672e24bcd860c0d8ffffdf5db509c4d8adc60d244846fab0553bbb35959a67ce3992dc6e3b6b2952e5c81f810091122002444a80081029012240a404880091122052024480480910012225400488940011205202444a80081029012240a40488009112201c2b1420a46a132da042014285c72248a0a270b11020146a1575a1fc204ae20b900890eb0159275dc7719a002549d60b0172fb4c0f13bf59af3b4eadfb112667aa44805cb31689efd49a4d60d2fc489285002140e4c36934eacda6e380719d231201727d22605bf546d3a97d24d14280dc3ad91790ec8a481d8cabbbb0b72d0172ed648f82a6d3a8ef44d20cac890890df08f6140888c469fab64404c82f10f936adb3880890eb0389fd7aede1402488420142462240a49b0890db4ba456af67882c04081d89341e1cab181120bf381dee63245aaf04c8ad67917dac2b221f16121120bfed59f5879a4da725407e1d885daef306b2d9d09dd67f80349ce662b3ba07209be592269130f63321021229df687106126e7d7f1b92fcc98e52ddcab35803897d3fa60964b368ee378c96b12e40fe20d521454a7b166720cb783e8f971c805878166f20b399002154abed6cb65d71009236be61d581aca2603a0d229a44a26e26d46d529d3110e87a3d8f66df9b6b7b1590b2ed07632090e9c321cd54cf03b168b304c86fad4e328e75274020d33d8f66aae732fd3e80a84cf73c9aa97e974020d3875f5f438aa99e1e96cb4648bd5eab3e101521d329c9102944c85db4bd10214a21144344e358d507a22264f4f93922182285a6f72e562761ec0fa7a3d174486fe15b10c85d00492344012117224581d83c32646c591021a311840835cb2a0ae41e1e50ed226434a21722d062418a9feb586c81a829047800116a9348581088d55139ae40be23845e88140dcbeea41c5320e9de64a7105adb1335131e07fa7d1c945bee9ade9d447c3a12011ecdda7180d41bb59a456bce5521dbb4c7524569585f2441336f58966f88f00402adfe2853966f8dfd2d0fbbb3d64c811c229d52ac87caaf0a3c2cdf46600a24e358643c6bb1493e1a3a1e762f19b204b29f0a774562365c2c9245d7c9e7f919afe1b20492e9b168f4598043d95523dff0428765fba23a4f2059c7da79d6f29634d680a3eb14edcafa8d4fa64052c73aaa1b7956182e80c63689fc6e43ddca54f0ab9a5da0730572d463ddaacfda008c284a9264ed7f341da75e94c759579d30edb266de5716c89737bbc1cc91c441e07f749b0dc76968703c9cc58323107584f4f3d8b23efffa4869082ed5edaa8be31ca7d62c9a556a57dd20b98b0bcc0a8e750bcf022240e3a1d9d4d27868d6d5ad8bd15d5cf1b78a96d3a242a6cb3f8ef530895476349b0f451aa08e9a92c739a2e507243c1e427e46913fde6741b31b7495673540250f3b9d3c28c9d4d4ddbdfe59f26009243784dc70145944c9c2efee72a4d680aad79cf426e58f20d99e7b073c3b20616108398c227fbef20d179b24097c95eedff1aeaeb50e1250c7d9778db303a289f41bae7cd53002b3c822f0d30ad475fcd1455f48606859b921e4308adc687ba2a6f54d1427e99711a28bbf57c10d883a6da2b7ac5b9e3e4977288ac5e53f0137202b5da4537b927b4740c26d30422ba079f149a58120914ef180d65d0081297d969fd27fa6f5d9325a0990db4fe9379cd6ef1ec8128b74020f0eef110836a5df725abf6b208648af4cac33b32ced947efb69fd4e81a0533a8969fd0e81ac4c915e95699d1190dc096b645ae71eeb8c809c88f48ac43a1f203f2f4de1f5e991bd62ae7a404a08a40a126164592b63cf7be87c99a7bac34720fe6981107be3b0d2404ef6bc15e97cb900395c1470aa3e990f874eb504c25f224c80a8a1b09440d41b6eac874326404af5bc95e87c790029331456643874aa2610ee126162595189a130331c466259bfddf36a0d6bf2fe3ed19a16e3ce97059065acef791120d0f9f2f52c0e40a0e7d5fb15020490f0ed7c1d160241221d03c239d61900c18f2b4e068349d50e313a1c0482ed7931209c77be1c1482adb1c65eafe78d2bb6d0a20f04eb795584bcbc20a9ceb7f3751838d61c75ac9717d4b3b8c63a7920d0f3624b2c0310d008d3ced7e12b108890b7372444f84a84be65a1671b20427a3d2c44d89e7670c80b043ddb6004c2b6f3a50ec4f0e8162204806021c2b5f3250e04ef797711828708d7ced7a1ee58739363010f8367b18c75da404c8f6e956329209867317d94eb7015c8d87bfb2eccb3784a84b865e18f6e778e65f22c9e8f7249033144fab763993c8b67ac9306b2dc1a1cabb7b7ac9ec1b3f8bdb84e19c8f19dfb7ac7327916c9cf807206623a8db5772ca367718c75d296653a8d75702c4052a5135a84811823fde05826cfe218eb8481986e9af9712ca36731bc8f862e10d34d3359811825c2ef3e1aba40ca457ae5629d2e900d7ed3cc381be9bb581fe3f7d16c04c895221d17c89163193d8bdd7d346481ac4a467a89585f0990df9dd24779c7328c22eca675aa408c919e73ac139ec52bd6c95a96614acf3b96d9b3984deb448198a6f4cca23783045bf9729bd69d2a38d629cfe234add304a2fbce9421d2ab14eb0e5181f85602a950ac1355886108190f5e740a79198cf1514414f27b43885e20d559c23b341dabec5eb17a1b46a20a411d6becbdbe21f58a1f2a6514eb148118ded1411debd486918d441c668e351abca135a8c2a566242d6b73f2bca29d44388d2204819439af681deb6c3ccb61e558e3f73763bd8fd97b163d20a75f41b0970823cf72080a045d9b8c473db342d067eb7c3c8ba0420c6f15bebf1889185e4d60e3590e45c71a9de558d5f02c87936379271ccbf86a0213cf2208e4c46b9ee779169b7d9643ceb1f04753e3c1dbc91ae0fb2c1e779a510362b874ffb4408cd33a9313730e23c71a94013260ee59c480ac36e8e7a04b44ba29d6d53d8c9b9500b9de1eab8c63193d8bc77343878d638d4a09043f7ec2c4b3a85916faacb09c400c126172d6c121c6037f56a83f6ca23b7e32c26ffd5b09902b395659811824c2c3b38829045d2cea7bde4ec7a2f3e5b160748839163aa66bf5d16e5bc43a8fc327a48018ef4c2e1269f79f9ffbedf29ec5a2f12505c47867b20510ceb72bd3b22cc32def3ac3d20341a77516214209081e21fa1eabdd775d1d10ccb358840825208608d1f7586faefb66d3677108114a400c5fd2d10e219d76abd5ee588c221c4284946561118239d6f3e3e3b38d6771081142400c5388f651210e043be6cb21440801412304712c03103cd6c987082120f611e23e3eba48880cb8860825cb422364804548ab8579967e146110227480a04f6f9113d64620886731788e4b08087664118d1057017111205acf627080910e10fc0090fe3856bfdd7a826ab5fb16871de81f06a20304cb74438f05442c3d8b7eaa3300821dc7721f95421e5d9b035a02e4e2260b398ef52d105c227acfa2df66910182355966c7b2f52cfa6d161d20c8e204712c35153e3ded3ccb6236a4bf3c210324dc6abb5ee42db683404c9ea579bf4df5bdb4db2c4240b45def29c7b2f62cea7d2f7920488fd5d93b96f2ac4ef93e4b805cd8f58ef13dd61e480b7b28a27b79877cdf4b1c08daf4ba59206ef9c657805c36862011d26f3f1d95767da20d11f283087520a71dcbe45902e4da40b008718f81b8a54344805c040489907ebbf59875ac4764e5ab09110172d1a08e1f37696581b4ca1f3e213faa7304b25ff46624e2967d5344805c06441b21f91e0bebb374a92e402edb2d0ede4a3816be3e198c04c835812077c2f6dc2210b757eee65801720910ec359d3c0f4c229a101120bf00c4d5017105c81f00d1657a2737841c46914e995417201785bae6dd74ad63619e557c675d805c00443ba76b1d0b5f9fe4535d80942752589d6823e4e7617a7e36d47a563e44c85fb0417997a503823816e2595a20b2cbfa2320ae00b966699e18ea9a2c2442903eabd866c913c3eb0279d5edb170cf1220e797e6d4890608ea586581c8a9130b20de69203da4c742fa2c0d104f80946d7bf317f66a0e2d1a0482f559c7c717e95fdf4be90daa5c9ba5990bcf00723c19d2bfe78fd0fb21db5caa6b81b82620ee4920f43f8c4bf8851d8d65750c11a21fd67396252fec5c92ea85506ff7db061e40a49d934821d4e9df1c40f9b5680d104384e842240f445e8bbe6879727d207271c04521a201e29a81b82780c8d51a17854861b968ce744daae7978b72f98c651d7fe1330fe454a617533d07e4cb9bada917e51be58a408c11a209911c10b951ce76560fa6a3df0432924b306d87f5a33eab08c43d05c43501513d96dcdb6be759479fcc2bec4e3aa781740c9b13169fcea3f6fd90a358cfbdae73aac92ab459c7afec40a4cbf7432e9348ceb3ce0092752c1edf9624f761c9ac44ae0a8443cfbb26f80daaac4472fb5e6b2047bb5e261f5f25a790e848224721620be46871020289442167ed4f32671d8e3dcb1e48c6b1e44b9fd718d7738defebe9b6f715697ae5e3c4e78febd9c30e479e653918661d8bcdb789e90181713db3f41d7b974cea3f02516b5e16022108e4d8b4b212b1db656505c2c6b04802491f1d4e352962b95cfc4990298b0fe61106a25ede996a1aadbef66d36fd151b99166bcae27b798481a818f921925d68754e3dc2ed68d658f05b710910aa40d4c07e2032793fef90c35e208a47cc8607512039227b89185e46d85fb0f19a372c663ca8024989ec93fda7d32a7bb6f7a7c382df84150fb2402047825981c8abf198c3e35e20591eb360cb89075d204064391b7e7deeb6be7b22a55ed8011ebb2defe7d770b6e4c5833090f532dace87bb204989f4f60b46eca5cfdd62b177e031f586f36dc48b076520eb70bd5541a2b6f16370ad54244a224fba8b039ebe05d27b01bf523cbe547c6cd7e15a805c6f420c6308126ffa99f65abd5424e9c7f23497cfec78803c7a697ff509f2980571b85a0b902bdb96ff8d64e22991f414113727129087ab78f4943cbcc9370e9f9d5d31000222d946f3698a643c794f91b4fb6d10c9530bea69f74f9007fc628ae31dec4ae198cea32d3f793000022259c78142f2351d4d460ac9db6b0f903cfdf7f85dff3d018edeeb9bc201ffcbf44be108e2354379b000a27c2b5efa336f087ff5151210c24b1f903cbb6eabe5bacf80a30fbfd453384048436fe62fe388270e1e40d6abe5268efcd974083a994cfebd0f06af8a49bf0dd557345e0783f77f93096863389df951bc59aed602e47791acb7dbc007eb1a0eff074cfebd03951ec0e8f780c5fb3fa0f13ff84fd3b91f6cb76bbe38d800515349186d6360329f41662b2cde77a528bce96c0e34e26d14866bcee530fa59574be882e3380a7c7f3e9b4d0f359bcd7d3f8862a0b1e42c0e7640d22e18fec815956d141c6af7ef802be44e831f900395e53a3ad47a590d166c817c6339d4ba4ae5aca504889400112052024480480910012225400488940091122002444a80081029012240a4048800911220520244804809100122254004889400b9d3fa3fe5a8f26c0212d2360000000049454e44ae426082','C9BEDE0B9BAB49D2808F8433410D29B3DC64A9C2900B36EF398F79D1CEBF8C9E');
INSERT INTO image VALUES(4,'dementie.png','image/png',X'89504e470d0a1a0a0000000d49484452000001900000012c0803000000da6915f000000090504c5445fffffffefffffffffefefefef7f9faeedaa8fcc64efbc64ff8c551d6c69bf7c452f6c454f6c453f6c452f5c454f5c453f4c453f5c353f3c355f1c257edc15aedc05ac3b48692abce8f9da77996c17593bb7591b87090bd6f8fbf6e8fc06e8fbe6e8fbd6d8fbf6e8ebf6d8ebf6d8ebe6c8ec06c8ebf6b8ec06b8dbf6a8dc16a8cbe698cbe678cc3678abd658bc46388be621dd295000007804944415478daeddd5d73a24a1485610c14a612c61c31f8718c2083a35101ffffbf3b12eb5c8e363be9a6a1df759daa76f204047ab3c6db13abe2f12b008400020801041002082004104008200410400820801040002180004200218000420001840002080104100208010410020820041040082080104008208010400021800042000184004200018400d2268562003192edeea898fdb600447776455dae1573ac3f3340347b1ccbe53c7957499224f38f320344afc77a1e86cf8a1987c952b388eb2045390fe3f84d3193387c5f1f0b40b425ab97611cb5481cceeb1c106dc99b03a40dc8db8be643c46d90e2b84e9edfda8044d3f1b2ce00d107f2de1624040410400001041040000104104000310fb201c42e90c3619b01620f48b6ceea3adf016205481425c97b325fd6c70c103b40c6cd4655a86befb00b10e98cc7cfcf8688402693b7491c87c9c771370810e98c479a9f4ea7f3e39ccefbb4d00972cb2c9c97f90040a4331e7971a9568a395d4ea9769028d673436218443ae3919fab45a09cc5a64a0d80243a0e11cfb0876cc6233faf02af4582859ac87740de5e621d9bb96641a4331e7faac0f37d7fa4127fe4fb5eb03a179a41343d44310a229df1482f0bcf6f73845c452e29200f239df1c8abc06f0532f2d50e916f8144d1b2fcdd6b10e98c47d17c838cbc568788bf503944be03f2cf38e9fb8da1f461b704c4d30ed29c4eb7805803d2dcaa1f0a402c01b95e00cef48c5d03d21ae4653a8d9a5b241d272c400420711846cd43042d1e80bcb7bfeebb66afed552a40049fa82cf5bd6c0848fb4f547eecf4fd927a00b29181541b7d7f227ba7410efb93e808f93ca429203fffcfcfd69b3a1580a4abfc72c973407ef822f336e3d116c4f36e3b55d5fdbd434084331eaf81f7e44912dcdf3b044436e3319db507f19b8d2aff2a72ce01f9e12747afbfc447c855a402c42290afcbad0d2016818c82ea0f20f6808cbc6055dd79cc714cc6ed36957fc5c3290ee802e4c143946d3d6f3d76510ea65ac34290e2f09184b3161e2f63cd7540c307f117d59dd990ac5cbe87cf93a94a26d3975073b18603df21a3e0f370ef4365e57a3e1b876a89e7ba3d1cbfecfd1239d6eba562d66539a48abf6e6e0c379f0f2e8a765712c594bb7c0fc815642603691e9da88c5def32c5ecf4ff92ac0779994e5fc3b100e46bf8347874c2b22ed683c461f89accdb3f7ebf72f8cd8b223df3b07e83ea6bc6e32cd9a05a2c567be557a9006935e3211b72a82af5970d016933e3f15b38e490ef7b18b7c78000010410400001041040000104104000315cad219df138b52d0e18f977674d00b9453ae3b111546b54bd7c706218443ae3517c6e02cf573f695d7f54b10ec8f5539674c623ad1641b3e5a496eb4ff6f51bc478819974c623ad568172635610f4d7c378c59f74c623ad2eab85625655d55b0ff32598d2198f3c3d5f1453e5fdf5e8a226563ae391a78ac9f77b405a5d6c19eeedb5e8ff82b61144dabf6b53dfef8040a4fdbb76f5fd0e0744dabf6b59dfef6040a4fdbbb6f5fd0e0644dabf6b5bdfef5040a4fdbbd6f5fd0e0544dabf6b5ddfef4040a4fdbbf6f5fd3a0ce2dd40dcd96904041040000104104000010410402c00a936f6f5fdba7d847ceeffd8d6f7eb3448ba4a2f5bcbfa7edd05f9bf7f37b1abefd76590db1feeecd7ab4d7dbf2e837cf5ef06afad41b4f6fd3a7e843c790210ad7dbf80980651283e03c4a2be5f408c833ceafb05c43048670f510001a42720f7fb7e0131fd1df2a8ef17102e7b1dbf317cd8f7eb30882f05d1dcf7eb2688ef3f794fed41fadaf76bffc3c5affedde479e248dfaffd1b548bc5ea58b9d3f7db832ddcaa3afeeb4edf6f1f861c5297fa7e1903620c081040000104104000010410400001c460a4fdbb0ef5fd1a0591f6efbad4f76bb6b757d8bfeb52dfafd95396b47fd7a1be5fc30566d2fe5d77fa7e4d57fc49fb779de9fb355e8229eddf75a5efb7839a5869ffae1b7dbff4f63adfdb6bba7f57ba9e2320a6fb77a5ebb90262ba7f57ba9e2b20a6fb77a5eb390362ba7f57ba9e2b20a6fb77a5eb390362ba7f57ba9e2b20a6fb77a5ebb9046274e74fba1e20800002082080000208208000e23cc8c674df2f209afa77a57dbf876d06888efe5d69df6f56d7f90e102dfdbbd2bedffa9801a2a17f57daf71b76b777683dc8b7fa77857dbf711c261fc71d203f5cb324ad75ba66761b9f07c4169028eeea860490bf8124dd1c2280fc6d3337ee66331710cb1ea20002483f40a26859fe06c41a907fc6093786765d65cdeb2d20d68034b7ea8702909feddf95f6fd4693389c7535766d3dc837fa77a57dbf513306dfcd09ab0720dfebdf15f5fd46cd8b221d7958bf41f5adfe5d69dfefbec357a97ab0852befdf95f6fd76f9b2a1fd20f2fe5d69df6f67dbb73d39421803020410400001041040000104104000190a88f9fe5de97aae8098eedf95aee70c88e9fe5de97aee9cb24cf7ef4ad77306c478ffae743d67408cf7ef4ad77306c478ffae743d6740ccf7ef4ad77306840002080104100208200410400820041040082080104000218000420021800042000184000208010410020801041002082004104008208010400820801040002180004200018400420001840002080104100208200410020820041040082083cb7f574d4c1f7b0971130000000049454e44ae426082','23BD001DC6053E3D1F75D53AB5B24A4A649A1D1113FB91EA7CDAE7C07B39B8B6');
INSERT INTO image VALUES(5,'dossier.png','image/png',X'89504e470d0a1a0a0000000d49484452000001900000012c0803000000da6915f000000090504c5445fffffffefffffefefefdfefefcfdfdfbfcfcfbfbfcf8f9faf7f8faf4f6f7f1f2f4f0f1f3eff1f3e6e9eddadfe5d8dde3d6dbe2d5dbe1d4dae0d3d9e0cdd3dac8cdd4c7cdd4c5ccd3c5cad1c4cad1c3cad1c3cad0c3c9d0c2c9d0c1c8cfc0c8d0c0c8cfbfc7cebec6cebdc6cdb9c1cab4bcc5b2bac4a1abb69ea9b49ba6b29aa5b199a4b098a3b097a2ae96a1ae95a0ad1103d607000003394944415478daeddbeb4e5a511485513cc54b9168ab554a5ba9962801bcbcffdbf5094a7648bb3b658def1118593fd89967b45154233f01100101222040040488800011100101222040040488800011100101222040040488800011100101222040040488800011100101222040040488800011100101222040040488800011100101f2c7b6cf9d02d2d6aa575b200d3daf26a79dfaf90aa405e464d4a70f17cb17200d20a79d40c69f2e7ebd000902b9bc7e0722a540aeaef2456a817cce172906922f520d245ea41c48ba483d9070918220d9221541a2454a82248bd4040916290a922b52152456a42c48aa485d905091c2209922954122454a83248ad4060914290e9227521d244ea43c489a0890301120612240c24480848900091301122602244c0448980890301120612240c24480848900091301122652eaa3cfeb962e975b205d1a3eb675f6f4ba0692d4e31b903e1db5341c01896a7021408000010204081020408000010204081020408000010204081020408000010204081020408000010204483590e34e9d0c405a408ebfcc6e7b74339b8c06200d20b3c55d8f7e3c9c036902b9bdfbd6a3f93d10204080003938909beff31e7d5d006903993fdcf768b19c0269011926d3f32e4d4ffc31f474f21e41865e017121408000010204081020408000010204081020408000f9872086725920867269208672612056274080000102645f1043b9301043b92c1043394f2740768218cab9102040800001020408102040800001020408102040801c0288a15c1688a15c1a88a15c1888d5091020408000d917c4502e0cc4502e0bc450ced309909d2086722e0408102040800001020408102040800001020408102087006228970562289706622817066275020408102040f60531940b033194cb023194f37402642788a19c0b01020408102040800001020408102040800001020408102040800001020408102040800001020408102040800001d21fe46c886a3c5407198fc2aa0db25d3f3d86b5da6e0a836c366f69fd4f8f0490755a9be2200202444080080810010122200202444080080810010122200202444080080810010122200202444080080810010122200202444080080810010122204004444080080810fdf57e039e41f971e24576870000000049454e44ae426082','92466BF225D4E43E1B551DC825E5CE7475B2E73D2F2AE4632B189AA11DD98D6A');
INSERT INTO image VALUES(6,'hygiene.png','image/png',X'89504e470d0a1a0a0000000d49484452000001900000012c0803000000da6915f000000090504c5445fffffffefffffdfffffefefefdfefffdfefefcfefefbfefefbfdfdf7fbfcf2f9faeff8f9e3f3f5d5edf0caeaedc0e6eabfe6eabfe3e8bde5e9bae4e8bee3e7aedce19ad4da8fced67cc6cf6cbfc960bac558b7c252b4c051b4c051b4bf50b4c051b3bf50b3bf4fb3bf4eb2be4cb2be4bb2be4ab1bd47b0bc47afbc46afbc45afbb43aebb43adba42adba41adba3facb9ee5ec4e100000b4d4944415478daed9ddb76daca1245abc316e1220902e62e1d22818581c0feffbf3b92ec38d98911d896d4abc4aa975cc6c8833c33abfa52dd2d31032a843f02026110088130088440180442200c022110068130088440180442200c022110068110088340180442200c022110068110088340088441200c0221100681100883400884412004c220100681100883400884412004c2201002611008a38940a28840a062b32510a0088ff3c92920101c207bafbdda460402c363de928628d20c203b4f4caf198a48330411a7dd1045a4218238a6218a3400487848051149153907040210ebc4cb80a48a2c1ba0887e20c17196da2199220fc7804000c2354e06449cce22f94e2000823cf3688622d21c41445a0d50449a23483314910609d20845a44182e48a689faeeb06126d577d637e0111c799ef4302b127c869f23c07790522de8e406c0ad26bfd2e484644b922d228411aa0882817c4fc5710fd8a48b304d1af88344c905c9143482056e6206f08922b92ac09a4fef89e2c3acedf8264b3c399e20514512cc8c35b82a48a189735c48e202d79331ccd8a48e30451ae88344f10dd8a48f304d1ad885220619120aa15d10a64e7ffbe0ff26718d3d7da35a71348de3c2a05a1b7b15429909d570cc4b4b436964a230551ac88345290bcb154a722d24c41f42aa21388771d885645140279397e7083221ae7222a6b887b0b10a3b3f75a1f90d7e307d715d1d858aad190df9b478b426563a96814e4361e3a1591e60aa2531169ae203a1591060bf2ac484820950a32b96d88f5735fc4df11488571a137ae8888b6c6525d40de6c1e2d06a2adb1541a2d884245a4d1822854449a2d883e45340109ceef1624578440aa1264f97e41d41d4f5004a4b037ae0888aaae393d40f2e307f281d0753c419a2e88b6c652d124484b3e14aa1a4ba5f1822853449a2f882e45b400094e1f164497224a8084fbb9e3c88743514b9016203b4f3e014451d79c6811e4333c343596ca3d08a24911b90b4114292277218822453400b9b1bbfaaa222aae86d700e4e572f74f2ba2e26a7805406eeeae6e44d79c8a1af29edeb882f9ba8ac652512148193c94282277238892de6bb91b41942822f723880e45e47e04d171353c3890bf2e77ffe4400bff6a7870201f681e55de582ae882fc79b9fb6789a02b22f724880645045d1053a6200a1491bb12448122725f82e0f75e230379e709cf9b1581be1a1e18c8c5cbdd3f3b3b84ee9a1364411eca1704be6b4ea00569490581dd582af72608ba22727782802b22772708b822a840c2ea04c156041648f1e5ee9f6d09c2bd1a1e144809cda34a1b4b5181ecbc2a81005f0d8f09247caa5410e4133c984082a3572d905c9190406ee5719e56cb231b683d1ce288406ee3719a55cd232332de471181dce447cac3540d242d2363c432820724382cba35f0c8884c014f8cc00109f68b9ed4c1434c5b667844d08044db955b7d01f9f97e427701b7c18e06649dce08db52537c91deeaf13b81140eb026f2556a8bb678bb35811415f4797d7e602e6a4101f9fe586a6bf56d44e658835f2820e17e50af20f966d56a1311c88515ac69dd3c324506508d734040a2c765cf31523f11a8a4255809cba99d87b45a6e00b4cc88032438cc6df040bb7403c8908d67ac00314e6f994404f2d79470567f45ffa9c8371c455080449b95db6ad901925dba01b3a62530824c6c0982758a070448e9a73bd51e7413144166f604c967872873119494f53fd77cb10724bf742322905f73c2a3a53908de5c0404c8ceb30b04a7db1702c8f764e1b444ec2a32c5a8221040ac8e79c10ee7821475578c5d206240ca3a0290f0696e1ccb3cb29cf5232010948c8593b32052d6da7ec682c9590040c2ddc2b4acf3c8721642030a00102b5be96fe52c1f618511c210cbb3c297942510c7dcec03c99eb8052821594710c292af7d20959f27d45544ec03097e409490bc881c6848d66de2631862a40fd00f641fc87aeba200e902749f5807123d2ebb10351d6423d73a1088852ca0aa6e1fc86126304000ae77b00e04626511a81b884008e4cf85935b47bde6e570556567ac20164f0080dcb692659e7b3e3b5f5fff40201681a404fee97bbe3f180c7ccfed5483249b88dc3d90ac87f4fa4fd7c857d71f8d47a3e170381a8f075e35531784e5450020d77fb846fafe7894da91f21866bf8c076e5367863a0c7147a31cc6cf4891781d02b104c488371efc87478664ec770c81d80062c41dff892327e2892190fa81a4f563f4068f8c48e9bd2a04720b90affedb40d2f156d95bbf04727d94752161bd941102a98248f1c4d0f147c38bd12df94c02c00e15f84c3dad20970429bf8a70e9e416205e019091df2a17489740ae3cc566e46249cf9174ca2d21de967beac1b9703fa45d544286c352c759dc0fc95356f183e99d023fd29cd52f17c8c38140aebc14522710880b18ed0f7b9365a7600fb05e436634240b57be4014f5ecc8ce9a40c27dc1a67ae1b07738f2ff29791ab2e1282b0e7e140cb30a564e4a5ff0cd4e19b2d93aeb94fb68556f624d4738b0931435f716e4acb227ea10351da1a8af93c2f6f7eee062c62a5510231d84ab17210e7d162f9e5ca822656f19821c544738f4593c35bc90b4d28455eea63ac8bdfc0040a2cdaa30f7988eff3791c16850f27ea163e63c16fd33675d7918bae38d87ff6d031a8cfd9279a4a931460888cb67aedf69ed0e532483571ca3ac2dabdced5b94974410805ccb59f924da1f8e47c31cca683cf2ddd2bb7b9dd6fc2924901b7356f6d3ef79fe60381a8d06bed737a5b7647d01c95818406e78ac3b07d0e9f5fbfd7c6c557ad322cc6bc52037ca6d0a567c5f7b42fefe5d7901734f2c0690e078db3dcac654747c0ae726650c2059ffa2b179581de7ae7198abc6ad1efd04ba8d1fe532fe64d1b1785abd2d33defdfe6715f966f3b90a90312f109028b1f244dbeb4e08cc436d384f1e9dad5591b482e03c650803245b3fb1f4a48be360ac9a6001b1f7a64b5bbe9df86cde85e9ba85919671ba40afe641bdf4b95bb4db369e5e9d9ef8f4ea85a435ae3f69a543de47be167da1aec741ed492b4d58386f18a2018983fdc269d7fdc0fdf4cc07ee0be6eb35dfe1db167f1fc60472b9b01ffc3a8938c605790b0c1548b45df5eb2b23265b750f6202294a5abb457d6b5a408bbcb040e2e03c939a88b465f22f1a0f3c20376fe796c063bc0b6302b94ee4df8974eae0e12571442037ada1d430634f79acb67882400289e27de544321e09200f48203510c979043181bc874885632d5c1ea040e2283a4e455a95cd07c70962fd00061247e169d6ad266da5e64d761b501eb040b219e2a25f0591b638b37318c504f2fe5594a52f653f7c6fdae2ce8f01ee57030389c3c76422e54ae2880c567b601ed040e2303acddd122549f5e84e9fb6c83cb081640b5bab6fa924a6a4ea21dee21cae6302f90491ed3e95a48c2d9254b4ee74b30bc03f181d483afe3dae26dd4f2369a5ff7ebc38c5614c209f9664735e8cdbf98ff4e3cda222fefc9804f85fab00481c05c969e1cb876b49b606e3cef64fc13a269072621dec76f387cef37ff5f7e72af167eb6318aaf8541d40d21170b83f2e26fd4c93773069654e751ee6bb631c28f9502d40522469e25acdbc76cec4dcb28498673877b238eed7819acfd403244b5cdb63b298e64c5a2914530423f7c89dcce3b494878a3e521390acbc4749c6c4ef3d57eb76db71ccef370a1827fbbbfc0f5d2fa3f114ab28e55a81e49a44c9e969359f0efadd5f85fb395e87557d6f325b26a75dac4a0e9d407226e1767f3a04cbf974e279bdde2b984eafe7790fd3d962959c0e49a48f865220f9fc3d0837c9e1747cdaad56cbf94b2c57abedfe703e249b9459a4f3cb9402c9a1a4548270bddd6ef72f916cb7e9f838fdbb48ef572906f2ca250a5f22fdadfacfd10fa461412004c22010026110088130088440180442200c026110088130088440180442200c022110068130088440180442200c022110068110088340180442208c77c6ff01feecca0a0419d2390000000049454e44ae426082','FF61DD0623FAE3B18B0EBA29A4C49D17B3BF8BBA5B5BD3798D6D3CECF75F0471');
INSERT INTO image VALUES(7,'injecteren.png','image/png',X'89504e470d0a1a0a0000000d49484452000001900000012c0803000000da6915f000000090504c5445fffffffffefffefffefefefefefefdfdfefdfcfefcfbfcfbf5f8f5f4f8f5f4f8f4f3f9f3f4f7f4e5ece5d2e9d2cfe9cfcfe8cfcee8cee0e7e0dfe7dfdfe7dedfe6dfdee6ded1e5d1c3d4c386a98585a98484a9847da37d6b976a6793666693656593646291615e8d5d5d8d5c5c8d5c5c8d5b5b8d5a5c8c5b5b8c5a5a8c59598b58588a5755875353865252865150844fc3c9cf93000005304944415478daeddd5d779b36008061cd0cec39b034c986c1c61fa0691890cdffff77b3db74c1697b8e2d4350e07dafaa8be69ce8a9a04231117bb22ac1140042800042800042800042800042801020801020801020801020801020040820040820040820040820040801020801020801020801020801428000428000428000428000428010208010208010208010208010200408200408200408200408200408010208010208010208010208014280004280004280004280004280102080102080102080102080102080102004082004082004082004082004080102080102080102080102080132a07295abb7720548cf55ef2a00e97781ecb6cd76dbac00a4bf54b50be6fefc2d7fbe3a48407a04d9cec465f111905e411e1cd779cb739680f40b32174e637db80210400810403ee29b69ee707beb9eadf5904054f6c316b7af0a290191baaeb6977bdc36da6cd6b78e765b591fa41a3788527512857e7387db42fedc0f82c07fdd385f3bf2fd205a1e2a39661055e8682a3a68badea4a1c14844a9962306c975241cafb9bf6d25d7f1535d2f4e9be5db468eeb8a30add46841b23a12d349fbebc311f3cd5e2f4e7372dbe8bc60c4428f1644e9c4f31cd109c8b6684efa95a36f22719d8d14e4bc403c611988eb84464b64082079f9d298094b409cc9746d22320010556d66c2b10de4f447a3738c41809cbe85df2c04598e17e4c19b7a6d3601e4ae5b48faf467ab3dcec50490bb401e9f5aed01907b57c8d397160304104000191f487cc86e3f6f94e506908e40567571fb6963a9534b4072d364b9b37485c88dc11165ba9ed901521a5759b9428498f9339363cad9e541420f2079fe8f9459ba4b7766a5ebee4036f9c599c775a356fb4090af1052a9b2d2ba2e16e1c2b4b05d8f264876a81b937ee5e8b58933b9fd94f2f4973e1ce402a2d63add26491c87cfe67504228477fa5732ff3eb861f44956c84f21a2681106a75ec2bf42c35e3a03b1a00e41aaea58ff081104cfcf5f67d5bcee5688705db76173fde83380a8cd7a757688168be706c49d181d830c7985c87572e6085f5ed7c54b4b1c80185fb24e778ea34e773fbb60d97ac91a348852bfbea59f6eea80f4b30fc97ff17fadd0bcbf016961637801733c64af0bc528405a7c74f20d26cf12f3564f8f4f168238ae514ecf20dfd3c61d5547cfb2c6b942febfe54bc3b2fdce461047c449bcbcb97815cf38a0ea02c41549ad8f3777a8b30740ba01897566b0de0b8e70bb02e1871c00010410403e0348d4cdcff60262b681a976c143bb79fd6de886f1f99099b02f57ac460bb2994ddc499bb50332da8fb41532e8e63386f73d3a99267a9c20e78f454f3cebae584eb0dfff3b4e10798c8575209e8846fbe280bd3c44626a9b479096f95841549986c273ed39c3703cf14762f63aa061bc0d48ea74719e87df5d0b72ced319244617acc1bcc04c563a0eadb96a794194ea6c3f6690bdca6bbd5e5ad16a991475693a87c37909a654d5d192f45ee6fbd183dc712adf76f7bc279617295b1620801020801020c301f15dafb1f19fba80f40cf2fe8903bf83aad78a6cf56eebbf2d7340fa1439bcdbf897c65f0a90761e02bd2b076428010208010208010208010208010208014280004280004280004280004280102080102080102080102080102004082004082004082004082004080102080102080102080102080142800042800042800042800042801020801020801020801020801020040820040820040820040820040801020801020801020801020801428000428000428000428000428000428010208010208010208010208010200408200408200408200408206449ff01063e18304ebb8bfd0000000049454e44ae426082','4A33E8FA382862CEE29C97B65828BAE7417311AB552895D415F83D947D7B1E37');
INSERT INTO image VALUES(8,'leiding.png','image/png',X'89504e470d0a1a0a0000000d49484452000001900000012c0803000000da6915f000000090504c5445fffffffefffffffefefefefffefefefefefdfefdfdfdfefefdfdfdfcfdfdfcfcfcfbfcfcf6f6f6e8ebecd0d7dab6c1c5ec5a2fe8572de4572ee4572d91a2a86a8089c75c3e49646f94503e33505c2b4b572a49562d475129495629485528485528475427485427475426475428465326465426465326465223465423445120414e1c43521c3e4b1b3c4a183a481638467ee2ede4000015fb4944415478daed9d6b63aab81686d3399c23a0c06e07ca060b7118372d94cbffff772701ab095eaa6635a0aef5696cf758e561bdeb960492a34dca085e020482864010081a02412068080481a0211004828640d010080241432008040d81201034048240d010081a02412068080481a021100482864010081a0241432008040d81201034048240d010080241432068080481a021100482864010081a024120680844d9b2ad21905131d074b94c29a5c5d656ec15fb597ac3686e12489632104551d76ddb54551d475f56b157ec677559acd83f596508e4e759d024c9cb9a5df4380a02dff75cd775165fc65e78be1f0461c4fe09c3c2a86408e4e76c95a445d53679183010ce821cb585c3c00461cca81434a108e4278c2659c9fc22642c362866e67c6e5b96656ccd64afe673d3ec7f6f398c4a54b5559edc8ea3dc0810baccabb60c03cfe92eb569db0cc3710fe168e63d9685eb8759531749ba462050716399556d1efaaecdafb06d9b275088f66458f319ff0fd70ba2a67e5f52040260695a32dff0dd4e84ac335908ce6276181d2f48da72952010355b27abba893a1a866d3e91eb6c6673f972fcb06ade930c812868d57b5306de82d3981125333813cb0b685b4c5bb9c89471146d1670e7b04d026033bb7393a82da79c089329e3887c87dfdbc6b7c1fbcbbe63625a3c9a844d99ac10c865f685c3324fe4b67dd121fc0bf6c266a5c989348cbbc99c23596608e47c4bf236e6388e450e963a097e636e5b27029af9b184cce891b0588240ce56abfa3de0380e5e52c3da60eafa237ec03b571b0b834d7b6b43c63a929831240b164b328a40ce53ab26740fe37832fb9fb2f29b618879bbb7aeebf2abfb5ed65d03b8a611ef76f545bd7dd05318122728ab09ead6e480d0ac8dbc83389ebe4a3c3f8c2a76d98ba21f7ea4743ba0622f92654adf8baa69eb380cbcaeb83f544e72e172996e2508e41bf7282b163c8cfd50ded1b05cffab859bd0e353a8359f5d5146a5c9439f973187126786c4f6e37a6a4e322d20ab551b7a9da00c9c833b8ccd68946d55a48cc559a1a81b9db47514f44cf6dcc4e4ba3535272153738fc5fe95e3f2423a1a65b6a497ddd1ab84960d67621dcad9d81b732741204778343c7a98072b87a06034ae2be732cea40a791a6deebdb9499cb0a52b0472e05ece5a96eb0edd6366755dc1a6ce970a578da12cdb88b761f6a2934d2cbf9e906c4d064852943e8bdac39a836955c0bb4fa972f6c66aff34601e680c848b95f55e54c50844b6b86672356c79f0d43458b39a1a445278efb8e248acbd3fc3642b4620128f3674c87c3f09f28b26074c4c135a575cb8068e38278b602a8164124032da068b41b2cbc2eddc8f188e33dfe3cc89794aeb9cb765cc217b9fe5d3086413cef3ca1f5e2246c7bba890fe38f71fa6791bf9f6207b60c1caa3658a40fa6649ed0d749d055e27a8cf6f91af3fa3df9f67af2a61e19d37cbcc816cb971b94420ec8e2d1a6f103eba7aad49cf6fc6ae3f7f5f008485f78a57a0f33d2213a81147079294b137081f76d7d1b8e4daac3f5f5fde3e2e587895aeb893c8599d4ddc707c22647c1eae7cab76754173516ab5fe787bf9157d5eb4126e5916c3bac7228bb0891f1b48bac7a3ab9c2f147316429e7ffdbe0c484ef3ae3320ff6d4664f9c84068b1cf83f7962e1ce5b110f2ebf9f5e3c2b5a259d73b9364cb6444aae5e302c9b2613c37891b5daee37fd6afcf2f9705918d6cb17c5b6aa558c489cbe4518164792df3306ce25dd1e8e38af5f272b166710f6515a92905128b67bfe98302a195cc83ddaa4173c5ca03ae58d701e1b2152ef68814f42181c4ad2ff160021e34d76ce460492f03f27c856671d9e22b2a6ca91ef19a1137c39111790464fe2407d4ab7aae3ce965927571e2fb45a41e24168c489b3e1e90a40e173343e6715d11d02bd6959ad585f601119bf8edf2d180ac8ac811bb49d7f3d802797e5dff01294e0dcb08ebe4c1806495a4dc2a3cfebcf1a49713b94eb3f689cc0c272ae9430159ca017da6d0b4e8935e15cdda10b1a454abca1e09c8b20944ff98990a4da42fc562405eaf05b247643e5a181905082d234728908d3909ae9f69af3f5e3740ae4c7cfb5ba462f5c84c0cecc1385dad718054d2edc8b31a051e6f2f7fbfa86a16cf7ec385b0e3a70b23ab0701320820b652debf532c35207d5d247daa26790c20b40c17428f9505d05ae1f41e11c8f3ebdb1f152283fb6414d11a01c84a122c93698342ef8829d626e9554a7cfb3ba5166797b3d928a24546162cc3b294e6a62ce9dd3a88a266b162357684a5a616f1eaf4fe816465240a966a9b42542c9ef87ea89c68c202bbb8b9c72281fe829de877105117f80044b12416148ba55b6f6a4498f7daa29abedfbd87a475605a703d0a9ef48aa6a659c3847c8c2ea3760f7977859ea27226232b16001056b2ce66bbddd78b50775c27ba054bec99b0b0a97807f6b3a99d3d2b6ad6e003ce953fe0c481642c8fd9dd804cb0e242a987f7359b125c245273913c69bc9d683d99f3b0a2770c444e792de5d26ba858ea9a35285b79dbf78e816445244c097989ae98e7ef03797e55fd90b19469f1d437bd5b205256693039509d02fd9192dede148308cf3b8459a67617219a1d64d75005c82977b32940cdca933a105b3b9a5d848ce620c6222a3268c5529a52ed7a5a4231a2db45340259e7993096b288afdc4cddcda600135f56bc56e17c778c90616b4db43402e1735b4b684b14f95a95c76e3605a959727b47f3604423907f2a4909d4a70d87140b04c8aa0ce7c693a0ad657687407817cb141c0440030f02519b527d39b3e4223a3b5afa8024e2d6039b04ad7a0479db4f7a95a7547d58afc2dd2edd197192f7f5dd01e173906dce0b91620d6653a09a25777d59e6dba4770744ea9a802c7b3aac58ca53aa2f7dfd8f39cae850a387eceeb927630ed2d63ea858ca53aade8add98c0f84b6358d70584e5f6bb71f51c22931ccea660354b6ac3eb5cc748c6502c9076c431c5820122b57958b57e771e92e7ce76a5a649dce2a792de4de2fb01e02242520824b1130292d692624184f4bdd914e0946a5f63b569161941b140eeb7e30e02a35979feefcea7356a962620628e05f3ed4e01519f520dee218368cbb3f400e99a43b0fedf1f1670ccde204a1141b3f42df4d50344daa003a458d1091e309a95ef2687736d2d5f3d40d2dad3a858404064cd525d203329207cf50f314015ebd06c0a744ad5b54f76b375c3d434a6d2028456e16e658dc9be9a7a55787036055e1b42df46530102effca7150b48b3c4357396ae20a20588380a81699d7e078425be7f40ef239338797e3740c41a0baa4c3f95f4c24ca9e43195a1be8a6c32405815b26bd4992484682c46271d04aec1480c6111407a2740c47485d7bc3f1f4260a654d2dc505754d70144d462987567a7935eb02995fcc1f544751d40c4980ed6e9fdfbe5e7352b155692754b1db2fb00227a3e4853e87bc5820122b6e060b4761240ba3a7d3b9c32c29f1c16c24ea9a4d2d0d0b3774707907297ac80f4b14fcda660a754ff0853034d8b8134006149d6b68f3d83a8d3bf4f7ac18288d014d59466e901b2cd7a4192ac73140b664a25a659f70364903cd6ca404ecfa620a754e28e164d1b45340381b8cd0ecea69e9f7f42b306ce5ddf0790b48115e2035b6f7f75e7f6fefa0920dbf0671297e6d93d0011cb10882572c3c3025e7ebdfe8ededede7ebffe7a069e5289dd2c4d85c8ed01d94b7a9f7ffff9fcfcf8f8f8fcfc2dff423df1bd5320352c9081623dfffeccd7bd7d46121175cdba4b2052a10e305518006157fdedebb2bfc9e1feeaa3ae779f3da7d267d79066e900027a97ed0eb2de5cf48ff5fa182cf52915b077df2510d90b64593af9cb2924247709e4f7afbf77263b41e73ec22f5f11c8cf07c67f5f7f0936e8e9f29458b0974831f14520df3a489eba0bc11cf9fd68e589bf5d84d50a81fcac87f08d34c219ed7beb841db23d14e3497de90e0239a31113fcd7feebcb0603483ee2fbdff697f3bf94fb3408e4a2b7eb3b7ec2d203f9b470802b78f769afa17ecc277fd89e259ef8b67bb2422c3dd7ca208e7a0621ec8e368dfb0002edf683a3ca4dfe6c37ca73a9555cc5e219b4000b77b0b9788649bbb1baa725056d55509a97fc89dc16e8e30d10c85957a994ae3b4bb9bc30aeea3cf4a5677642aca7b84f20e24a0188a38e06cf83217cd9b0e3baae4988fc9c61f59d5addd97290eb332601047a842bed6ceaaf7d7f13dbe293b8c1ffd4fd8c70872b6495254b5cbeb67b0c89f924ff0862a796b896f47e1639f06f057a9b49a7811f33909d5a03e7d6b1da5af3ba2cbe524079c9f2e02988870d642333f4fa8c690011f7eb80a42ae2dad4a306b2c1464c10adbb594a0abf647990f81e562c8045c4f0cbc42701445ab20c729f0d13df830e0210acb86f832e139f0810f025cbd2d149c74208c4df11a29fa63264842d6d1e4836ef4845e001c982d834fb131f7c121ed240df68d219c0870c665bf908bb11f46c6913db81c60c20aa8b05dbcf299614d3751dd0a40308fc17fb36f105d9eeb402bf91260264e0fa10db8bc5773c5ca6037466c50254574cd77ff8cc0c44ddbf497c6136950f8f68b99fe399e493a7200e941b4ca9860624f8ff001fd1321920d2c204a8afe610f364d2ab0c9db26a6777ca97a1e951547a4e03927b4210e7339dd42c98530487c792ded1117f3f70e4eafe940a3ae91d1c6dab2984e83a0453f47e98c4f7c0940a7436f51347db4e0788141f6134ebc4940ae61441f8c3b8a70444cc206134ebc4940aa6d4c9a46335341df0a7ef307ea19d05f200aa53892ffcfbdfdf61fc92e4c32c17383aa502f240e981277a86533a6388d49f356ce0def830e985e83a25bba83723cebf772659b266414da94cf3e76653623ff91e1f79b47e17ee38c300e8fd49e7974b92650024bdd273f3741d11ab1388ac302061f7c8948ae98b7a492d1dd9cb0bff7fee4db2f894ca163a438efa1d77644a05a22f89fcec555d0f0fd10944160188c52747a654106d40f8c7924e1088f4f46e904c487a103d816c038a0797f13af32e1f4ecc2ea0f07c7b888d2207135f8b78caa8a58718c224e9530422dd76100bd9e8a1621d225f187ed24a1f0f9d40e4fb0e664febfe940aa00d2845107da329fd92253d3cd324cefb0f14eb10b329fe396de173161aaf915620bc5f377b02d416a9fc074b7ab912ee76ff583a735ecd40f244bcf566eae5fa812995692ab7015331796315539edfab87ecdd7bcae9e4de940a603625a5e7303d85c90291d5d9b0e6aa4da7bd2995fa6c8ab7c8c4ec5c3dd24d1908df70611a7009e5de944abdcb118b296f1741923b0632381d86ef5a8f15335417f6b000be33dd3240b7fd4c1a080fc33b41e00795944aa235487c9593de2c2fa5e3524cad35c80840d8151455df246ea1747c775a4b532ae5a497031623baa737a28f0084c9be2832aa577030a5e2b3291589919304e6c0ba9ea23e221059a489fda41685a529d58c384a83245a8a820a7230cbf481c8a96f571eaaf4522509544d7a57e2c8a6d7d3fcfe81c8897e9ffb5e7f96ab34a5320da5b1979c02029449b7016458cd2986116110a9389b8a99b3cdc9b882350a90816829167342e2ab369b5a56e2818ddc738b3c7b0c205d6a640ac90c09af27222cac57f2b5b4943f946d8d2158e300c9933ab4844c6bc6eac3fa7a1fc9be167ca9cca668b1926afef938823512900305765c26aaefa552a6afd6f2222f5bdb069d6900c969ed4111d93eb84be1a65ee5f2e7310d272e568f046425871176475e4d64bba3f4fa29fd908761192a1a7a8b407818111af1fcf6be9ac8e6a8ebeb0f0b18f2182f808c086498f5f744aeba0a9b629daf67bb8a28dde7e1b569fe68400675714fa4ba86c8664a756d399316031e4c3ecb312a90b181ace9de8de986f535f3aa6e4a75ed6c6a59d23d1e7141f3c703c2023b4bfd6d694d153f58ffcac4f7caa437ae2257e26192c568017d6420bc3896574b5bfc607d7a71bad91d22705d208edbd0916e8ad9c83c460592279c887c39885f159786e66e799679c5be299ab58174807fd73468e2fc5181e44b96fc4a6b0f5989e74517dfa17c01de153bc99765e913f9cf4bcf877940203d114b5e59e584edeab2a0ca1bfa17cfa6b265137944ac85c8ccd2bd2c6e7240f2b81912b189e557975524dd94eac2d9549a3781232fd56682393a8fd1817022725825e61393ad26a5171171cd8b92de6c59153e91ef0493a71463f3181f48be1c269edc499ca0b9c44958e2eb5e525c2f0bfe782473b0e89125dda3f3980010165be321118b3fc6a8cdcf0e0ab4092e487a69dac4be3d38ba86f31837bf9a0c109efd7ac4926e57966d2dfcbca6e7ead67b1c9fbb283a4bca9a458f2773b0afc41db7fe981290be9d64cc864ee20655b53c13c9fb992b76b265d9841e19b8074b77dd68123ca6018455684d30d410c3ee74ab4cce43b23e0f47d146de9c98b3c1d676e295c524784c04489ea5bc8731d82f389b11db0b9b9202f5c2695ab691ef90e136389668074d4e7304229788c332adcb44c9dc0bcb3a4fd4dbe109adea0e87bdb7919a95a2699623906168e78d8cfdab454c2f289a2251ba8357c97b5386de62f86cbd5eae26123e2606a46bf5397b4ef2c48b373788da2a5fd26b6964659b049eb98f830137fdba48720472b8271579fb4ed23172bc30e74c2e9616ca699421d7aa416add3705dcb05dad720472ac46e40d2673efe139b3ce4d7cc6a42ed2849e09255b25495e711aaec5374cef9d53c3db6645b59cd4259816907c95f64e62ec5f3ca36312444d5b15ab65ba3a4925cbd2655a944d93311adce5ecd981c34bb97be4698e404e3b491db8e4d091bcb38e89e3f96154b64d59acd26592a65996ad050e194d93654a8bb26eeb380c3cb7bbf4c3c7b2f63ae870f758e708e41b27a175ee2fc8c193dd4dbbfba9c33c8551a9dbb6ae8ba278a71bcbd88baa6edaa6622c7ccfb18fd12033f63e5e3439f79824109600e76dc8cbe983678e1a56ef3ca6e37abe1f045114d1baeaac2ed88b3060285c67d1f75fec83ef31e34d80a02d9613fcf25304c275abe50da7d991e71f18d6f629e764b158b85b632fb6ce34b78da783fff7ac6b93d57592e508e46cdd5a5655e01dca54b7f589615a737b3f21fb0fffb1651c7dfc0ecfa1dd60ddd0749adf7ca24058fdc084a8afe5be7982a4c1c86ccc348cd3cf2ce60d4b86236ff264aadf7bb240f23ca575dfed30adef1e0d7d9e994cab2cde87992e8e4903e14836fdc0c3a9d245c60339aff7ab7aca38260ea4ef9827017713c6e46a3f7932790963f18e5839d5d8712340f8c4f5bd616ed295db967d05934d9eecfa61a9da3346209dadd3b46b0fba5d4a6b5b17a81783c15302bb6b8395d93413dd9b03d2b9096fd94681e77cd518b36f7cc560b54abfea6ae1f97da398dec457bd0d205d6592954d1387ac0cb7bf4abff930d3652f0ccbb2e75fe1c6f1fc20aada324fe8ad7ccf9b01d2f94952546d9d777daa85580b6e4ca858169c4518d76d5dd0e5ea86bee42d01e14c6892e665d33669c4b0f872b7a4eba338aeebf3d62363d15405fbe7d96d7dc31b03d2ab57ba4cdf8baa6edbaaa67d3f7163ec455c578c575d30c7387b9285400052af8ca6cb25a5ef5dc7fdcbd88b82523e10c9b21bfd62b70a640786cfa436c630dc2c887b017277864010081a02412068080481a021100482864010081a0241432008040d81201034048240d010080241432068080481a021100482864010081a0241206808040d81201034048240d010080241432008040d81a021100482864010081a02412068080481a08d6dff0729dd3821e521fc0d0000000049454e44ae426082','1CED91C5A988055E766B2E50E4CB4213F50972D79BA7809EACA8B43B7B454AC6');
INSERT INTO image VALUES(9,'medicatie.webp','image/webp',X'524946461803000057454250565038200c030000d016009d012aaa0080003e6d3697482423222128743800800d89636ee17290f514dfe5758d7ba71d1f35448925d8e0f515b603cc079d17f74f56dfe8bd403fc975007a00796dfb2c6432f911f4ead1b32f568f816693d965565a16caacb42d95255fc384498c04967e0ea1a7c6e903e338296efa02835a85049d89ddf33c492d0adcae977095b682aabb7595a9a321c649cdfc02c5d43308c850b64ae3513d7eda190f20a3cf337d65565926afa46d3a52d101fc52ad85ad9c9214c193238000fefd7c14fd187ff1a47f8d22fa5fe378d2b64b3b3c75010ca0e06730811de7131cb608a796619b5b84b34cc6d438936b7c12e2466deb23a55b4b205d9345337bd974e2e0d5062ec5e0eb162806ffe71a6df55676b36e862263dc280e31b7fa0770871ae9da201d750efca136b7fff0705ea6fd472adc6756c1440babe563472c02ab8cc53657c7de802f0a49450ca13ddc1f88b03647aaa7fe9cb0d2b2eaae43854b773bfe9b305ab59ff9141369f9a80e32c66b5970818e83ac4321744177b8ec96683102982fc0804eefee078aca9d7f59487218209ae3b0e94e96a448a5de46b71a96d13bf0b78cb71dc2e0e4f448faa763c398853e7ae110c8a783be2383375f7196a55781387b9ca6387f1dd28b974d8a4fcc09f61dbfe88e41d491c699ae7cbbde97147e5a82cb0fc3f8b68f177ce0384067a6157b5ee750ad16132f748c8bcb321bcb3f60035f5e4e562e1a313227f8a831d24b2bf11c5561df08dcf84b42375ad770979c99aacab989551977ffab7d5482ee5f328891fab5839d4f8f0fc51174dfd421fd6af7ff06094caf587a921ef9899cdea2130d849ac0d9d5d209e6f5c8e5a9e6388517d38b3e8126ad8851736d948202e9ddd621acbddfc876debcd05e783faa00892acff3d130517786f9167c8e444957f0553aa127ea5f0ef09cd539e93f9056c3552ea853eaf25c11b5f6b91d8fdfe435e77046e4338ea3036e0c676dc90b42a49b6325b8683ab84a90a895620b99e5092a1a651956b439dbac22b84c58b4098416b64a89d32c9fe4efe2c87c068130d52eccecdcb00dbd3156a8bb63192a3000000000','EEACBF448C0A8D795505D8173BEB8EBD52D7B5631A9691BE9B800858CA744A7C');
INSERT INTO image VALUES(10,'meldcode.png','image/png',X'89504e470d0a1a0a0000000d49484452000001900000012c0803000000da6915f000000090504c5445fffffffefffffffefffefefffefefefefdfefdfdfefdfbfdf6f4f9f2d8e6f8cbdaf5c8d9f3c9daf3c6d9f3c6d8f3c6d7f2c6d8f3c5d7f2c5d8f2c5d7f2c4d6f1c4d7ebc0d5cca9cda288be9977b48c6daf8365ac8261a97d5ea87c5ca77b5ca77c5ba77b5ba77b5ba67a5ba67b5aa67a5aa6795aa67858a57857a57857a47757a57655a37354a37351a17253a2714fa034f38d40000008114944415478daeddd817aa2461486616a14053734ab1110151756963580dcffdd7570db3e6d9f26dbce1cc210beff0a767d3d337370c2710a62551c3e02400820801040002180004200018400420001840002080104100208200410020820041040082080104000218010400021800042000184000208018400020801041002082004104008200410400820801040002180004200217d82e4830690bf264bd3b4b87ebf0e96efd76fea9f900172af8c34bf366df3fd3068ce4ddb56c5784d1c398e6b7b4de2c8f35683c6f3a23829da6aac2452208ae3107b4bc78a2cbd2869aa349f2e4896b78768a53e8a85eb2e1e06cddc75ddce244ada329d2a487aad3a0e7731b3a3429cb9db919c9ad33441d2e6e0298e07c7a62892d5be1ddfb2250092b6fb956d1c3f48dcb8cdb3c981a46dec76df47fbb2983b5153e41303511ece7ceed819578964d302499bbdb378706ccdd289dad39440b2eb61355f388ec52271934e09a4f6ecdc3ffec8c36c75b866930149dbc8593a56c775c2e63c1590bc5bb01e1cdb4546b56819819cec2f900ec4abcfd300e90ae4c1f60251edc8a84ac4312a90d8fe02e90e5ae1888ebe461552597ec4faf3a09554f90440f22a593af6af58f735ab4d2700d23d34598cc0635cedba63b2854463d842eee7acea3c019073338a2d446d22ceea58e61f1fe46b39169031edeafa205d17328a3d7d5c9d0820800002082080000208208000020820800002082080000208208000020820800002082080000208208000020820800002082080000208208000020820800002082080000208208000020820800002082080000208208220a74b5fc96d0129ce9e356f949bcdde9c25b34c9a6f656fe986d3e5c383d8f302b3df2d96af67951c7b4c5edf6e55216432fe57fc751ccb95e7f99fde48d86ba26e30dc4d660a99118805afed9ddd351e9f553ebf91759ff15582304e14c96548902f55b21c7e0ad8d2fbf4fc1c048fc1db79ea2fc166bbdb05beff1425b7f2cb802045f17535ec26a2be0e8ae3f3cf30de251b65b28ed23a1d1064e84d64a6cac3128e7b144998dcb2e140ba575bcf7f19d063f5e939b02a3b7f1ddfccc690198fab7007f4f86c5179fcc836f0a3bab80c0572562532d44430e5615979fc383cec94483e14c87de4913b587d045666e7c7b7742890bc3cad66c33c3e597eb21424d8f87b83b396e194b6b4d9cf8798ba3a73bce7c0569075787cb90c04729f59b16403f9c7a215d5d95020034dceb377c1fa63d1ca8602c9f3466decf3775fb01e2d06d9fa91f63406f369d1795147ce3b9fb5ec2e10a3121198a79ee76dbc72168b77dd411ead06e97691743090eeac75081d67eebed3b3dfd9cc7bb6da23785a8707cd83960848915e9bd8531f95ebba0fb3f758b17eb51ba45bb3349f32ca8014d9b9a9e368f5e34ac13d3fd9e6e78bf9423b2bcb0be4be6669b6eb4220aa48b2a649e2c85bfda733b0d9a9ccb37c0bb99fb35ef2614114895ab8daea98c45df6d15b37525cc78bf5b30ffd6d60fd26722c2f038314dd7598acac1a95baddbf01a23c4e6da39d361a01c84e73571705b9ffacab54d2f4d4bc3105b4f3a84ee75433df0ee1fa29b07f57d7eb44c4417efeebeedd43ff71e8a53c02220962e80188de6f89f56bb71a4d3d00d1fc71f71510630f40446fc69b7b00220922e00188568f58ef978b7e3c00d17bfcfb6f6d88880720babfb42ffaf10044aa0d11f200440844ca031099be50cc031091be50ce0310893644d003100110490f40ccfb42510f408cfb42590f404cfb42610f400cdb10690f40cc40c43d0031ea0be53d0031e90b7bf000c4a00de9c303107d905e3c00d1ee0bfbf10044b72fecc90310cdbeb02f0f4074db909e3c00d10299f7e601885e5fd89b07201a208dd79f07203a6d8877e8cd0390ff9ff2d45f7d00a2255266052036dd3af95a0062d7df8700020820800002082080fc14a4c8437f633bc87a9754130129f23ae25d273625bd45fece7290ad1f7dd3fbdf8d1224b61ec482f765bde3265225d6efe9faef1b1f23485184bef5244975990ac808d62c8317f78e11a45bb31e3fe88a354a10ebcf595b3fd41e21324a90ac4a3e6a818c13c4f212d9693721a30529cad4de37933e05eba4fe3231902ff57e1d3c7dbc056bb420161f7d0da7828d15a4c82cdd4694475e4e11a428eac8df6c2cf438bd98dcb9192f485ed4b1bfb6ab487681aa0f238f3157c8e572ebde026f0fc9a69bbc5a1bde491b3148f7a75ac7c8f73776906c77be1f25b7dc70cafda8418af4a5de2b9260b7db0ebc9b6c02df0fe3d2787af7c8418a3cabab7da4be9bfe3ad86e7ace76fbc69d8675145f6e85f915da9183a81631af6f877d14859d4adfd9beea111d5e6e85c40df3d18374534b5e6eb7ea78d8f79e573b1fd59cb727990bff1f00442d5c699a972f75ff794d447fc2d1c704f97d3be93b69f19a88fead9f0f0cf23ebde82b2226d36f01e941c470aa3d20d2225bb347bc80488b3cf9e1fd7e122096883ce95fc402a41711fde1b780f422a27f9917905e440cee2a02d28788586b08889088546b08889088546b08889088546b08889088546b08889088546b08889488506b08889488506b08889488506b08889488506b088898884c6b088898884c6b088898884c6b088898884c6b088898884c6b08889c88486b08889c88486b08889c88486b0888a088446b0888a488406b0888a488406b0888a888796b0888a0c82d0a4b3675bb6a645fe780d8235216c7920ab1aa4658b23e5a000184000208010410020820041040082004104008208010400021800042002180004200018400020801041002080104100208200410400820801040082080104000218000420001840042fe96df00ca8395848b7f076c0000000049454e44ae426082','9B7086B5E0D3FB0EB46758C7189488E4E53F52ED20624C5CAD0116AFEEEC5323');
INSERT INTO image VALUES(11,'palliatief.jpg','image/jpeg',X'ffd8ffe000104a46494600010100000100010000ffdb00430006040506050406060506070706080a100a0a09090a140e0f0c1017141818171416161a1d251f1a1b231c1616202c20232627292a29191f2d302d283025282928ffdb0043010707070a080a130a0a13281a161a2828282828282828282828282828282828282828282828282828282828282828282828282828282828282828282828282828ffc0001108017801f403012200021101031101ffc4001c0001000203010101000000000000000000000607030405020108ffc4004e100001030202050707080903020505000001000203041105060712132131224151718191c123326173a1b1d1142435425272b2e11533365362748292a23443c263f016375483f1088493b3c3ffc400190101010101010100000000000000000000000102030405ffc400281101000201040202010403010000000000000102031121313212412233044251718113436162ffda000c03010002110311003f00fd08888b8302222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222735f9ba50116a4d8950c06d356d330f43a56fc5628f1ac3240e2cc429486f13b402ddea6b09ac3a08b422c670d95ce6c75f4ae2d173e506e0bec58b61d34db28aba99f2589d56c83804f283586f22d2662b87bea190475b4ef99e6cd63640493d8bec98a504733617d6d3895c43433680927a13583586e22d6abc428e8c815755042e3ccf7807bb8af755554f4916d2aa78e18fed48e0d0aeb06acc8b199a211094cac1191ac1c5c0022d7bac0312a131b5ff2ca7d47703b41bd4d60d5b68b44e31870241aea7b8fe35f3f4ce1bffaea7fef4f28fdcd61be8b49b8ae1eef36b698ff00ee0593e5d49b4647f2a835dfb9ad120b94d60d61b28b0d55553d2318faa9e3858f76ab5cf75813d174a8aba7a6a7dbcf3c71c1bbca39dc9dfc37abac1ab322d7f96d2fc95d53f2884d3b05dd28782d1d642f30e23453c6f921ab824631a5ce2d7836039ca9ac1ab69169d3e294153ba0ada690f436417ee5e21c670c98da2c4295c785b6807bd3583586fa2e78c6b0b2f2cfd214bac371064010e3585894c6710a50f06c46d027947ee6b0e822c3055d3540f9bd4432fdc90159b8715411111444440444404444044440444404444044440444404444044440444404444044440444404444044440445e65919146e9257b591b06b39ce360074a0f4b998be3b4185022aa6bcb6dd0b394f3d9cddaa2b8ee6f9aa64f926081ed0e3abb60396f3fc239baf8f52d2665e8e8697f4866399f1b5c7753b0de591dd04f37fdf05cad935eae737fd99b10ceb5d50e7330f8594ece3ac46bbedd3d03b946eaebeaeb09755d54d2fdf7923bb82e941155e3d506970ca5653d2b4df519b98c1d2f77171ebec0ba98853e1b95e16b1ad656e2ee170e945d917a757dd7deb8cf95b799d9ce759de5137c12471b5ef8cb18ff0034b85b5bd23a47a57ba5a59eb25d9d342f9a4e3668bd8749e80a4f8165caac6e5fd218b4b23619394093cb947a3a1bff006160cc38bc4e69c2b036361a06ee7ba3ddb63e93ce3af8acf8691aca78edaca372c65921638b1c41b724eb0bf5f3add9708aa828854d6345344fdd189773e43d0d6f1ed360baf864d478435b241036aebed7db4a39119e86b79facad7afab9abea4d4553f5e5b581b6e03a00e65348883487163825758b5a47a782da8a9764f63e394b5ed3705a2d63cd65b08b28c5b061797bcb9ef26e5ce75c92b6aae796b25125548e9a402c1cfdf61e8589107d26fc77f5af88880beaf888096f42220fae25cdd57125bd07785ef6f2fc85d47b477c95ce0e315f75c738e858d11585b018db23619648db20d57807738741e95e0d1011eb3261b51c5a5a45fa8fc6cb65111cc117946b653b304f9ce69207a772dac430aaba28d92cf10753bc5d934675e370f411e2b64804588b85d3c1b17930d85f4fb264f4921bba17f0f4dba2eb51a7b5888f68ed251cf585cda666d5ed17d9b4f288e9039fb160702d25ae0411b8822c42ef62b4d46e22b7057be9e469d6753b8d9cc3f69879c7a3885dac2a5a1cd94c69b136b63c5236f26760b3a41d3e9f483d6158aebb115d76429f0c9135923a3735aef35f6dc7a8adfc3f1bc528dcd14b5735b9a371d769ec2b7ea21afcad5863998ca8a298ef63c5e29875733bdbd6b7ea32ed262f442bf2ebf54fd6a67bbcd77403cc7af72b159f5cac44fa6ce179e412198a53db98cb0f375b4f8298515653574026a3999347d2d3c3d07a15634d534ee95d4798a9de1cde47ca1a356688ff0017da1d7bd6d5660f89e5f78afc36a0cd4d6d613c3f67f89bd1de174ae4b473bb51795988a3396f3541899653d586c1587736de649d5d07d0a4cbbd6d168d61d6262781111551111011110111101111011110111101111011110111101111011110111101111011109b0b936039ca0c5533c54b03e7a891b1c4c17739dc0055d62b89d7669c4451d031c2981bb63e1703ebbcff00ddbad7bcc78acf98b148f0fc3417d307d9807fb8e1c5e7d03ddbd4cb03c2a9b03c3cb439baf6d69e63bb5adcfe803a171999c93a470e73f29d23873a96830eca586baae73b5a9b58c96e53c9faac1cc3ff0092a3145495b9bf16927a8798e0679cee2236f331a3a7ff0092bed74f539b730320a725b4cdb865c6e6339de7d27e014fe08a9305c2f559e4e969d85ce2789e927a4952222ffc4244797f0e56355d4b95f07641431b1b33f744ce3bf9deee9f12b8593f017e233fe94c5019232e2e6364de6577da3e8f7f52d1a28a5cd59865a8ab3a9491f2e4b9b06463836fe9f895d4c7b1fdbb3e4987792a468d42e6ee2f03987435666d13f29e3d26b13bcf0dccdd8d31f4eea0a196e5fc999ece66fd907d3cfe850f631ac1660002f48b95ad369d65999d64444596444440444404444044440444404444044440444405e58d7433c73d33cc53c6e0e6b9bcc57a4416250cf4d98707d5a98d8ed61ab3457f35dd23a3a4150a7b6b327e381cd264a67f0e612b3a0ff10ffbdc56bd1d54d4750d9a9a42c90738e71d07a42976da9735e132524a1b156346b0bfd577da1e8e62bbc5bce3feba6be5fcb362f8551666c3a2a9a77b5b2b9b78a7037dbecbbd1ee518cbd8bcf97b10930ec4c38536b6ab9a77eccfda1d2d3f9acb92f12970bc524c26baec648f2d00fd493e07e0a499b7026e2f47af0802b611e4cfda1f64f87a56bb4795795e7e51cb9399b29b2a186b3066b448794e85a792f1d2de83e8e057cca399dcf7b6831579125f56399fb893f65de9f4f7af190f1a707fe89ac24117d81771047167c3b42d9ceb97455b1f8850b3e70d1796368fd60e91e91ed4ff00dd0ffd552f4513c93980d744286b1f7aa8c5e379ff0071a3c47b42962ed5b45a3587489d63511115511110111101111011110111101111011110111101111011110111101111014433fe3269a9861d4efb4d336f291f559d1dbeeeb529aca98e8e926a99cda289a5eeec55e65aa4933066296bab06b451bb6d203c09faaceadddc173c933d63db179f509264ac1061d442a6a196ab9db7b1fa8ce66f5f395a3a42c5b650330d85dcb9007cd6e66f337b78f6297d4ccca78259e6368e3697b8fa06f55d65a81f8fe6792b6a9bad1b1db7783c2ff51bff007d0b37da2295f696da3c612bc9f847e8ac303a56daae701f274b47337b3deb8da45c4ecd870c84ef75a596dd1f55be3dca6b2c8d8a37c921b3180b9c7a00de5545256495f8ccd5cff39cf3201f67ec8ecdddca649f0af8c25fe31a43a724bf22c31986c04024ebd53c7d77fd9ea6f0ebbad0445e799d5cc444510444404444044440444404444044440444404444044440444405969a7929a764d038b2461bb48589115d2cd2d66234906334c3525044352d6fd577d57787729a659c4c62b84433b88db379128fe21cfdbc7b54170c998d95f04e7e6d52dd8cbe80783bac1b15b9916aa4c3f1d9f0da8ddb525847448dbfbc5fd8bbe3bfcb5fddbaceec99f70b75255c78ad25d81ee1b42dfab2733bb6dde3d2a5b97b136e2d85c5522c25f36568faaf1c7e3dab6abe923aea29a967178e56969f4741ece2a0592eaa4c27304d86d57244ae311079a41c0f6ef1da16e7e17ff92d75b7f2fb9cb0a7e1188c789e1f78e27bf5b93fedc9c7b8fc54d301c4d98b61915532c1e7932347d578e23c7b567c468e2afa19a9671e4e56d89e83cc7b0ef502ca555260998a5c3aaceab2576c9d7e01e3cd776f884e96ff0092759fe5632222ece8222202222022220222202222022220222202222022220222202222022271410cd23e21b3a6a7a061b190ed64fba380efdfd8bb59470efd1b8240c70b4d2f9593acf01d82ca1b38fd3d9e750f2a1daeaeefddb38fb8f7ab2d72a7cad3673aef3328ae90eb8d3e111d2b0d9f52fb1fb8dde7db65b391a83e4781472385a5a93b57757068eedfdaa319c1eec5336c74519b8616538f413bddeff62b198c6c6c6b231663406b47401b8257e5799fd88ded32e067aadf9265f958d367d438423ab89f60f6aafa8d9ab16b1e2edfd8a45a49a8326214948cde638cbedfc4e361ee5cfc52014b5f2d38e10eac7dcd0171cb3ad98bef2d44445c9811110111101111011110111101111011110111101111011110111101111038acb8b48fa7adc3f148afaf231b213d3230eabbbec0f6ac4ba55f4e66c991cf6b9a6ab3fdae001f6d96abed6163412b678639a3dec91a1edea22ea03a41a375262b4d8841c9328172399edb58f75bb948f23d4fca72e53826ee84ba13d8777b084ced49f2bcbb5040bbe0b4cdece3ec257a6ff2a6aed6f955d5c36adb5d87d3d53384cc0fea3ce3beea1ba46c3f525a7c46216d6f25211cc46f69f78ec0b7f47357b5c266a671b9824b8fbaedfef0576f30d10c4305aba7b5de585ccfbc378f724fce84fcaa65eaff00d2783d35492368e6eac9f786e3f1ed5d1506d1ad61bd65138f44cc1ec3e0a72b54b7956256b3ac0888b6d088880888808888088880888808888088880888808888088880b5b13a9f91e1b55507fda89ce1d76dded5b2b819ea5d965aa9038c8e647deebf82969d22652674847f46b4daf5b5954fde63608c1f4b8dcfbbdaa7fb86f3c39d45f4770ecf02925e796771ec000f8aeee3137c9f09ad9af62c85e475d8ac63da8cd36aa059481c4738c954fde1a649fbcd87bd590a07a3287cad7cc479ac6460f5924fb829e8e22ea61eba98f856d5a3f49690447c58da86b3b1837fb8acd9ba23163b3b88dd286c83b45bde161c9df3bce324e77db6d2dfacd87bd48b3bd1196922ab60df09d57fdd3cfdfef5cb4f2a4cff00d634d6b32852222e2e6222202222022220222202222022220222202222022220222202222022220299525099322d444472a589f28dde9b8fc2a29454cfacab8a9e2f3a4706f57495683206369c53b47930cd981e8b5976c35d75974a46a8668cea2f157d3df8164a3b6e0fb829a4d136786489e2ed91a587a88b2af3478e30e3f5101ddad0b9b6f4b5c3f35632ed8b7ab74e15d68fa434d8fd4523c9bbe37308fe261ffe558bc15710fccb48a5a3734d511d8f1f9ab1d4c5c4c2538d15b61a3f44e7d308e4c667745fd2fe1ef0ac955c67b69a5ccf1543771732393b5a6de0158f70ede381de98f699829b6b02222eae822220222202222022220222202222022220222202222022220289e921f6c1e99971caa81ec6952c55de77c59988d5370f8a2707d35416eb97021f716ecdeb9e59d2ac5e764a725b3532cd0f1e5073b7fa5c57bcdefd4cb5881bdaf1eaf79016de0b492506134949316992166a38b785efcca3d9f7178a2a4970b31bccd331af0f046a81adcfdc93f1a6e4ed57cd1ab2d8656bec7953817e9b37f352c99da90c8e26c1ad26fd160b839168a4a3c09a652df9c3b6cd00f06902d7f4ee5b399f178b09a11b68df21a80f8da196ddc9e26fd695f8d372bb5513d1b375b16aa908bda0e3d6e0ac296364d1be391a1cc782d703ce0a8568d68a5647535ae2dd948042d1cf769b93d5bd4af16af8f0cc3e5ab95ae7b23b5dade26e40dddea62da9b94daaadab236435d53044e2e6c323a3b9e3b8ac2b7f03a038fe3b5d3b1c62a72e748ebf9c3589d5f41deb1e25413e1d5261a96d8f16b87070e90bcd359e7d38e9eda8888b282222022220222202222022220222202222022220222202222022292e5ecbafa961a9ac6eab0b4eca377d6246e27d0b55acda748588d5e720ba29312acdc0c91c6355dd173bfc14e4711d6ab2c895acc3f1a753ccc717d45a004706b83b9d598bd3867e2ed8f857196bc867a923f33ca4ecb77eef62b1d5635152305cef515350c73db1ccf790c3bc87036e3d6acd690e682381174c5ee129ee15ce65f219ee393cdbc903ee7b37ab20f13d6ab8cfcc7419929ea1c2ec746c70b71e49dea7b8656b312a086b226b98c981706bb88de4782639f94c15e6610ad2733e7140fdfbe37b7d1c47c54d70c7ed30da47dc1d68586e3ee8516d2540e752514f7018c7b987a49205bdc575b276231d7e0d1323639a699ad85dad6de4346f1e84aed92608ed2ee2222eae8222202222022220222202222022220222202222022220222205c0de780de5549838388669a62edfb5aada1eab97782b3b1b9fe4d83574dc0b21791d76b0f7aaff0047d06d330b5f6dd0c4f776f01ef5c72ef68872bef310b34f4aaaf3ccbb6ccb5406fd46b631d8d1e255a8379b2a92afe7f9ae403789ab357b35ede099b8885c9c68b568a2d851d3c23fdb8dadee0028569324bcb87c5d0d7bfda07829e1e2556ba45975b1d8d9fbb81bed24ab976a17ea95e468b6796694dac5e5efef71f82c3a4093532e3da2fcb958df693e0ba79722d860187c6458881a4eee917f15c2d25496c2e923ddca9c9ee69f8a5b6c6b3b55afa338fc8e2125b8b98df613e2a4998a1865c1aadd3b1aed9c4e91a5df55c06e375c6d1c3357059dff006e73cdd0d0bad9a9fa996f1122dfa9237fa48094fad2bd55ad2c86a01d56bb59add67002f61d3d4b22ebe8dd97c5ea9df660b5ba6ee0a4d8ae59a5ac25f4d6a698f40e41eb1cdd8b84639b5758622b331ac2048bcb64639c5ad3ca048b2f4b9b022220222202222022220222202222022220222120024ee038a02f4c63e476ac6d739d626cd17361c57432d61f1e33572c7b62c642d0e7102e4dcdac14f2970da5a2a5922a58c47acd20bb8b8eee72ba531cdb76eb5d501ca0f86af30c314b1b5f1ea39c35f9dc05c6e5660dc4155464a76cf33508ddbcb9bbfee956b2ed83ab78f854a3e699b776ed9d7731fe356d9dc4aa97350d8e68ae3d1307f47302ad90758070e077a62e66129ed58e9062d4cc523adba5898ef65bc1587844bb6c2a8a5fb70b0ff88509d2545ab88d14b6dcf84b6f6e877e6a5193e4dae5aa03f65859dce2129b5e616bda5c2d264378b0f9edc1cf8cf6807c0ae968fe6da65c6339e295ecf6dfc578d21c5b4cbe1fcf14cd3df71e2b4f4692de92be1fb3235fde2de09c654e2eea67a876d96aa0f3c4e649dc6de2b85a339ad357d393c5ac900ea241f78530c620f94e135b0dafaf0bc0ebb6e55e68fe7d9e628dbcd344f676dae3dc97db24496dad12b3d11176751111011110111101111011110111101111011110111101111047b3e4fb1cb7336fbe57b231df73ee5c6d19c1cbc42a0f306463da4f82cda4b9ed4d41003e73dd211d400f15bba3c8367801908df34ce7760b0f02b8f393f872e6e92caf1144f90f0634bbb85d55593d86a733d138efb3cca7b012ac5cc936c300c424e710b80eb3bbc54274750ebe392496dd140ef6903e29937bc42dbb442c8554e75799b335681bf54b631d8d0ad61bcd954b59f3dcd928e3b5add5e9ddaf6f04cdc441938d16b53c622a78a302c18c6b7b85942b49b26fc3a3bfdb7dbb829d1e27ad575a49935b17a58fec417e3d2e3f0572ed45bf549321c7a996a9cfdb7bddfe56f05ef3c3f532c55f0e51637fc82cf94e3d9e5bc386edf1076ef4927c573f484ed5cbb6b79d3b075712aced8ffa38ab93a336de7c45f7e0c636dda54ea5706c4f71e01a49ee50ed19b3e67883efc6460ee69f8a96620e2ca0aa70e2d89e47f694c7d0a7555f92dbaf99a86c0100b9dbfa354ab0abf00c3eb2ee743b290fd78b927bb8281641687664a7b9f3637bbfc7f35692c61889aeece38d6375518bb63c3f16a8a30e73c44e0d0fb71dc0f0ed5b55584d7d2df6d49281f6837587785a7983959b2b357793542d6eb0ada3b9c6dd2b15c716994ad75d551a2ed691de5b8a5186727c89248dd7e51e3dcbb180e05415b80d0cd3c4e33491eb39e1e4126e567fc73369ac278efa21a8a479ab05a6c2b0b3554ce94bf68d66abdc08b1bfa168658c2bf4dc150f336c0c4f0db6aeb5ee2fd2a4d2627c53c675d1cb44cec4657aec3a9df7a9f965ece6f2352c40dfc6fc572b14c65987d299dd03a401c1b60e038accd6627496bfc76d6234e5d545b791295b9af0b9ab5af34a239cc3a846b9366837beee95aafe46366878b0546c4bb9c8d6b5d59acc6f296a4d67497c453e8f2ae1ac3cb13c96fb525bdca219e2962c3f13822a3698a37421c5a09e3ac45d6ad8e6b1aca4d662356a430cb33b5618df23ba18d27dcb2621455587d3327ac81f131eed56eb5ae4dafc1583965c5d97f0e76e04c0dbdb75d71b48e0fe848081b8540bff006b96a714457c9af0d23568651c229715a37d554992cd90b366d3606c01b93c79d77b3050d3d3658c463a48238c6c49e48e3620ef3ceb9ba36fa26aba76ff00f10bbf8fb03f03c41a4d81a77fb974a563c356ab11e28568d9c062f54de7741bbb1c158adf3875aad3474e231f701c1d03efde0ab2871570f531f0a9703f239ae906e3ab57ab7fea215b4aa5a9f219ba4e0ed4aebf47d756dbbce3d6a61f7098fdaadcff001ea6639cdbcf898eff001b782b270d936b8752497bebc2c75ffa428169223d5c669dfbb9700f638a98e5693699730e77fd10de37e1bbc129de616bda51fd26457a5a096de6c8f65fac03e0b7b47b2ebe5ed4bfeae67b7bec7c57cd21c5af97c3edfab9987874dc78ad3d1a4b7a3af8afe6c8d75bac5bc138ca9c5ddccdb0edb2de20d02e447ae3fa483e0a27a369b5715ab8b9a486fdce1f153dad884f455109ff00723737bc1558e469763996941ddae1d19ed69f1097daf125b6b44ad4b03b8f03c5549869fd1b9a600edc21aad43d5adabee2adb55467288d3666ac2dddace6ca3b403ef4cdea5727a95ae771b22c74f289e9e29470918d7f78bac8bb36222228888808888088880888808888088880888808888088882b8d234faf8d431734500ef249f8299e5783e4f97b0f8c8b1d9071eb76ff00155de6b90d6667ad0cdfe5444db7a006fbd5ad146228991b7831a1a3b05971c7bde65cabbda65c0cfb2ecb2dccde7924633db7f05c8d19c5bb109adf623bf79f82cfa4b9b5682861fb72b9fdc2de2b674770ea604f92dfad9dc7b0003e29ce539ba4e5c18d2e3c1a2fdcaa7cacd3539a288917bcc643cfc2ee5676312ec309ad9786a42f3fe25579a3e8b5f3146e23f550bddc3d0078a64ded585bf310b39561a40935f314a3f77131becbf8ab3d54f9b9db6ccf5c3fea060b9e800267ea64e1676151ecb0ba38cdeed85837fdd0a37a4975b0aa46dbce9c9bf534fc54b58d0c635a0583401dca13a4d7f93c399bfce91dec016b26d45bed56e68e19ab824eeddcaa83ec685dcc7dc1981620e77014eff72e664066ae5b88eee5cb23bdb6f05bb9adc5996f1123f724779012bb508ea8568e9a4e3ee36beac0fb9e8de1594abcd1b36f8b55bafe6c16b75b87c1588388eb530f54c7c2a5ade5e6e9753957aedd6e7e5ab69de71eb552d3f94cdecd4e55ebae2dcfe515b278a987da63f6aef49247e97a417de20dff00dc54bf2a8232de1a08b1d88f7950dd23fd3b0ff2edfc4e536cb9f4061dfcbb3dc94ef2b5ed2e46915c4600c0383a76dfb8ad7d1a340c36b5dce6603fc7f359b48ff4145fcc37dce58b46bf45d67af1f8424fda7eb42f4dce3ff8a32fb6e754444dbd3b50a319b3e8877ac6f8a9069a9ee39cf0561f35b0348ed94dfdca3f9b3e8877ac6f8ae593bbd13db1a77a0371ff00c3f8a8b9b0ab6d8747930b5715f239baa0b376ad65c5fef02b26805ee3856351fd51511b875961f8058f1bfdadabfe73fe416efd61cff2bbcada779c7ad575a4807f4c529b6e306efee2ac5779c7ad57da4bfa4687d4bbf12de6eae77ea9665620e5cc3ac6fe442e6e90c13978103709d97f6adec9ff00b3387fab3f88ad5cfc09cb53585ed2464f7ab3f5ff004b3d5cfd1991f21af17dfb569b7f4a95e20dd7a0aa68172e89e2dd3c92a1fa32236788b6fbf5a336f459ca6b2375a37b785da47b131f429d557e41706e64a6bfd68de07f6ab4955192c96667a1037ddce6ff008956bace0ea98f854d9a86cb34571ddba60fddd40ab66f7dfd3bd5599f19a9992a8eee5318eddf747c159b44fda5153bf7f2a261dff74262ed629cca17a4c8fca61d2efb59ecf715dbc8b26d32cd30fb0e7b3fc8fc573b4951df0ea293772662def6fe4b3e8ea4d6c0a566fe44eef6805236c9291ddd0ce316d72cd70b5cb5a1fc3a1c0a8c68d25d5c42ba2fb5135ddcefcd4d3188b6f8456c56bebc0f1c3f84aaf747d2ea661634ff00b90bdbec07c12fb5e256dda1678e215494bf30cd918e022acd5ecd7b7b8ab695519c2334d99eb4816bbc4a3b403ef4cdc44993d4ad722c6cabbd2441a98b534d6dd2c363d6d27e2158513c4b13241c1ed0eef1750fd2543ad4345381e64ae61ea22fe0b59635aadfabb994e6dbe5ca07937223d43fd248f05d6516d1d4fb4c0e58afbe298eef4100fc54a56a93ad616b3ac0888b4d08888088880888808888088880888808888088880970d1ac780de516863d3fc9b04af9b9db0badd64587bd26748d52559e06d35f9a294bb7ed2a76a7aae5de0adb559e8f60da6600fb6e86173bb4d9a3deacc5c70c6dab18f857da4a9b5b12a386fe6425c7b5df9294e4f8b6396a8073b985e7b492a0b9f2532e64a903fdb63231fdb7f1565e1f17c9e829a1fddc4c6f70094def3295ded32e6e71976596abcdec5cc0cef700a31a358b5b10ad96de6c41a0f5bbf25dad21c9a997c32ffac9983bae7c16968d22b5257cb6f3a46b01ea04f8a5b7c904f784cc6f202a966f9de6d75b7ed2b7985febab6af6dfd1bd54d9687ca334d113bf5aa0c86fda5337310b93d2da3c4f5aaff496fbd750337ee89c7d1bddf929faadf48cfbe3b136e7914edf69255cdd4c9c25d9319a996687701acd2edde9715e73b3b572c566fb6b6a37fc82dbcb71ecb2fe1ccb5ad034dbac5fc573b3f3b572d4a2de74b18f6dfc159da9fd2cf5713466dbd4e20fb708d82fda7e0a7cdf3875a83e8c9be4f117dfeb46db7612a6f7b6f3c06f4c5d60a7554d82794cdb4a59bc1abb8ead6255b2aa7ca80bf34d096eff002c5dd96255b0b383894c7c2b4d22389cc001e0d8196f6953dc09a1982d034701033f08500d21107313ec7840cbfa37156160e0b709a10e1622065c7f484c7de52bda5c0d23fd0517f30df73962d1afd1759ebc7e10bde921d6c1a99b6f3aa07b1a5346ed0306a975f7baa0fb1a13fdabfad5de99a4d6cfb86b2d6d4a78b7f4de4715c5cd9f443bd637c57534c3207e91695a2f7641003dae27c572f367d10ef58df15cb2767a6ddb1a5fa0092f4f8e456e0f85f7ec70f05eb1bfdadabfe73fe416bfff004ff20dae3b1efd62d85fd97785b1993c8e6bad237daa03b7f615abf4873fcbeeb69de71eb500d26340abc3dfce6378ee70f8a9f13724a81e9341db61c6dbb52417ed0bae5e8e77ea90e4b717658a1bf30737b9c579cee09cb159617b1613d5ac13241072c51d8dec5e0ff715933834bb2ce216e6603dce09febfe8fd28ee8cdc36b88b6fcad58cdbb4a9e0de45d57da347018857b79cc2d23b1df9ab04711d698ba94eaa932ff91cd5460f2756ab56dd1bc8b2b6954b0de0cdcdfac595d6ebf28ada3c5670f1298d5ae9163d5c7daeb0e5c0dedb1214ef007ed302c3ddbf7c0ce3d5650dd2532d8951496f3a122fd4efcd4a7283f699670f3726d196eff43884a7d9257b4b4b4851ebe5d2e1f52661e1d63c56868ce4bd36211eeb8918eef04782ece748f69966bbf85ad7f1e87051cd1a496adaf8f7d8c4d7773ade293b64827bc27ae687b4b0f070d53daaa7cace34d9a289a775a6319beee20b55b23710554b55f32cd927308ab6fd1bb5efee299b69892fea56d2adf48d0ea6391c9cd2c0df6123e0ac93c4f5a8369322e4e1f30e97c67d87e2ae68f8adf849b2dcdb7c030f909b930b41eb1bbc169e78876d96aa8f3c65b2771f8158f214bb4cb7134f18e47b3db7f15d7c5a0f94e155907ef217b7b6cb51f2a1cd50dd1a4f6a9afa727ce636403a891e2a7aaafc833ecb31c2d3b84d1bd9db6b8f72b41670ceb54c73b0888baba08888088880888808888088880888808888088880a3b9f66d965c95bcf2c8c67b6e7dca44a15a4c9ad050400f9ce7c84750007bcac649d2b2cde74863d19c3bf10a823ec460f793e0a73c4d946b47d0ecf2fed2dbe599ceec161e0a48f788d8e79e0d05dddbd31c69584a6d0a9712f9fe6b9c0de25abd41d5ad6f056d9e26dc154f951a6ab345139dbef2994f602e56c2c61df594c7ee50cd264b6a4a08afe748e7dba801e2b7747b16a65fd7b7eb267bbbac3c17134952eb6234515fcd88badd6efc94a32745b2cb5402d62e6179ed71295df2491de5d1c424d9505549bb9113ddbfee955ae428f5f325313f518f770fe1b78a9fe66936597b117f3ec1c3bf778a85e8e23d6c6e77efb3203ed7009937bc416ed0b1d55d9fe4d7cc738bdf522637ab937f1568aa9f379db668ae00eb7940c1dc05933f53270b430e66cb0ea565adab0b05ba392147b48aeb605136f6d6a86eee9dc54a18dd5635a3ea803b9447494eb61946db79d3937ea69f8ade4da92b6eaf9a346db0ead75b79980bf4d9bf9a96cce0d86471e01a49ee519d1cb6d814aebf9d50ef606a9157383286a5c78362793fda54c7b520af556392017666a2239b59dd9aa55aaaadc82d2ecc94d6fab1bc9fedb78ab49670754c7c2adcff00fb4953ea99f8559741fe8297d533f0855967b717665ac07eab58dff10ad0a66865342d1c1b1b40ee098fb58a7328ae927e89a4f5ff00f12b268e3e839ff983f85ab1e927e89a4f5fff0012b268e3e839ff00983f85a9fed4fd6ab74b4e6bb49603483ab1d383e836fcd68e6cfa21deb1be2b634a5ff99d375d3fe16ad7cd9f443bd637c572bf67aefdf1a47a017346258db6e358c11103d01e7e216fe6bfda9aef5c3dc1727407f4f62dfca37ffd8175b35fed4d77ae1ee0b57e90e7f99dd6c283e937cdc37ae4ff008a9c2856931a3e4f87bf9c3de3d8175cbd25cafd5d4c85fb3307ac93f12ddcd2d2ecb98881c7624f76f5a1a3f71765b603f566900ef07c57531f697e0588347134eff7257a11d50ad1bb80c62a9bcee83776382b1156da3a7018fbc1e2ea775bbc1564a987aa63e152e2f687365491c80dacbf45b940dd5b6ef38f5aa9b37031e68ae277f950ef602ad7075803d22ea62e64a73283e9359f47496fde36fdc6cbb390dfaf966017bea3dedeae55fc573f496cbe1d45258f26622fd6dfc967d1d3f5b0291b7bea4eeddd1700a46d9648eeece608f6b81620ce981fcd7e02fe0a0ba3a93571f737772e070ee20ab1aa59b5a69a3dfcb8dcddde90555d919fb3ccb460eed60e67f89f8264daf592dda16aaaa73ac661ccd5a46ed62d9076b42b5956da458b571d8df6dd240df61213347c4c9c2c582412c1148383d8d7778ba8de9162d7c0a392dbe29da7b0823e0baf9765dbe0387c84dc981a0f60b782c19c22db65aaf1ced6078fe920addb7a353bd5c5d1a4dad435b0dfcc95af1da2de0a642d717e0abed1acdab8956437dcf843bb43bf3560a98a75ac253aaa4a13fa3734c20eed8d5ea1ead6b7b8ab6c8b1b2aa73a4469f32d616eed62d9476807dead1a5944f4b0cc3848c6bfbc5d6716d330cd36998654445d9d4444404444044440444404444044440444404444055be9167d7c7238efba18077924fc1590aa6cd0ff0096667ad0c37bcc2216f459ab8e69f8e8e793858f96a0f93e5fc3e322c7621c7aceff0015eb30cdb0c0b10939c40e03ac8b78ade8d8238db1b7830068ec165c1cf72ecb2d540e791ec67b6fe0ba4fc6ad4ed08ae8ee1d7c79cfb6e8a071ef207c5594a0ba338b97884dd01918f69f829d2c618d2a98f8563a41975f3148dbfeaa1637d97f1561e1116c309a28ad6d48183fc42ac7343be559a2b4377de6118e7e166ab603434068e0d16ee531ef6b4a5399970f3c49a9966aff0088b19c7a5c17034671de7c424dd70c637bc93e0ba9a459357018d971cb9da3b812b5b4691db0fae937f2a66b7b9bf9a4ef92127ba62aa5c4be739b271bddaf59abbb9f9602b6dbe70eb552619f38cdb013bf5eb75aedfbf74cdea1727a5b6ef38f5a846931de470e65f8b9eeb760dea6ca07a4c77ce30e65b7863dd7ed1f05acbd256fd5d8d1fb4372db081bdd3484f781e0bb18cb83308ae71e02093f095cfc92d2dcb1477e7d770ed715b798dfa980622e22fe41e3bc595aed423aa07a3c693985a7ecc0f27d8159aab7d1cb2f8e4aebf9b4eef696ab21670f54c7c2a9cee75b33575b7f9a3774ea056a442d1460ee21a3dcaa9cddfb535deb47b82b63994c5dac94e650fd25380c3689bce6627b9bf9acfa3a6eae0123afe74eef60016b6933fd1507ad7fe15b9a3dfd9d3ebdfe091f6afeb539a47ffccfaef5f0fe062f99b3e8877ac6f8ac59f9ce76933132e24dab1a05fa006d965cd9f443bd637c572bf67af277c6eae823f6aeb7f9277e362ef6701b3cd15c4eff0028d77f882a37a0d7119ce568240751c971d362d525ceff00b4d5dd6dfc016afd1cbf33b2d569d668239c5d4374980fc8a80db7095e2ffd214c62fd533ee8f7289692be8ba3f5e7f095d7274972bf56ce8f48397ac0ef13befec5dcc55864c2eb582d7740f1bfee951fd1c7d052ff0030ef735496adbaf493b46e2e8dc3d855a7482bd55b68f9e06628c1bf2a1781dc0f82b3955990ddab9969011e731edff12ad358c1d531f0aaf3db75732d59008bb58eedd50acfa476bd240fbeb6b46d37e9dc156fa43691985c4f0740c23da1583833f5f07a1781606067e1098fbd8af6970f48acd6c018eb1e44ed3de085ada347de82ba3bf9b2b5d6eb6fe4ba59e99af966a4efe4bd8eddf787c5717466fe56231dc708dd6e7e7093f6424f74e86f201552607f36cd74a3ec556a6e36fac42b6b82a9714f9ae6ca83c36759adbc7f10299bd4ae4f52b694134991da6c3e5b716bd97ea20f8a9e3bce3d6a21a498b5b0aa496de64d6ef69f82d658d6b2b7eae8647976b966945ee585ece3d0e3f15d7c422f945054c3fbc89edef0546f4712eb60d3c77fd5ce7da01f8a960e22ead37ac2d77855990e5d9664a60776d18f8cff006dfc15a4aa4c38fc8335c00eed955ea1ead6b2b6f82c61e2619c7c2bcd24c3a98ad2cd6dd243aa7ada7f352cca33edf2dd0389b96b3667fa491e0b8da4a835b0ea39c0fd5ca587a9c3f259b47336d3059a23c629cf73803f148db24a46d74a91117675111101111011110111101111011110111101111016a4986d0cb28964a3a77481dac1fb317bf4dd6da269aa0a29a4464d2e1b4b14114b25e52f76a30bac0379edd6a5697b7052d1e51a131ac688be8f29dd060b33e46398e92726ce041b0007c54a4710be1dfc57c7eb6a3b53ceb1b6fb6fe64ac78c6844691a2a6a3f9f66c889de25add6e9ddaf756d1de6ea0597b2c625458ed2d4d6471eca3717b9cd903b7d8dbd3c54f573c513113ab14898e50cd263ed47411efe54ae777347c56e68f23d4cbe5dbb973bcf758782e469324bd5e1f1eedd1bddde40f0522c94cd4cb345fc5acfe1d2e2a46f92523bbb6e76ab1cedc2c09deaa9c9e36b9a2849fde17eefba4ab3f127ecf0eab7eee4c2f3bfee955b6406eb664837db56279ff1b78a64ed585bf30b4557ba4a7138a51b6fb8404dbadc7e0ac255b6915c0e3ec1f6606dfbc957375327099652686e5ac380e78afde4afb9adda996f1136bf9223bc80b3e5f69660587b4dae29d9ee5a99cddab962bb75eed6b7bdc16b8a7f4d7e945b46cdbe2b58ebf9b05add6e1f0561a80e8cdb7acc41f7e11305badc7e0a7ca61ea98f854d993cae6bac0ee7a80dddd1b82b64ee24742a9b1ce566cabd5df7abb0b7de0ada779c7ad67173294e650cd267fa2a0f5aff00c2b73479fb3a7d7bfc168e931c3e4b87b79f68f3d960b7f47ad232eb6ff5a6791ec1e091f6c9fad47e7290c9a47c51ceb5ff004811bbd040f05b79b3e8877ac6f8ae6e66936d9ff127dad7c45fbba9f6f05d2cd9f443bd637c571b767af2fd98db3a1390b33d46d16b3e96607b81f052bceffb4d5dd6dfc0143b43726cf3f518b5f5e1999d5c827c14cb3cb4b7335693ce18e1d5aa16afd3fb73fcdecb4e2fd533ee8f728ae921a0e0d4cee76d40b76b4a94c0e0e82270e058d23b946348e09c0e1206e150dbff006b977c9d25c6dd5e746ee2707a96f336a3776b42953c6b31cde9047b144b46a47e8aac17de271f8429781736e94c7d6169c2a8c9876799e8471e5399fe255aeaa6cb27639aa8871b5416fbc2b65630712ce3e15ce91da0637038717538bf638a99e59717e5ec389373b068f0513d25b48aea0773189c3b9df9a92e4d707658a0b7334b7b9c529f6495ed2f79b99af96b101bf747adbbd041514d1abed8a5633772a007b9c3e2a698f335f04c41b7b5e07fe12a05a3b7eae6023772e078f714bed782dda165aaa73ab36599ab48dd72d7eef4b4156b2acf4871eae612efde40c3c3ac78266ea64e164c2eda431bf7f29a1dbfd217073ec5b4cb531e78e463fdb6f15d4c0e4dae0b4126ee540ce1d4178cc148faec16b29a101d2c91d9809b5cdc11ee5d2dbd5a9de117d19cbbb1186ff61e0778f829c28864bc0f10c2ab6796b191b22962d5b3640e370411b876a97ace2898ae9294e156e65a2a96667ad753d3cd279512b4b2327981568b5daed0ede35803bfd2bd5cf495f15ad3c666562ba3056d1d3d743b1ab85934570ed5770b8e0949474d46d2da4a78a069e223686dfad6745bd23951111144444044440444404444044440444404444044440444404444044440444411ecc7968635551ce6add09647a81bb30e1c49bf1f4aebe17482830da6a40ed7d8b0335ad6bfa56d22cc5622754d235d5cecc8fd4cbf88bad7f20e1de2ca13a3965f1c99d7f369dded735583594d0d653494f52cd786416736e45c762d3c2f04a0c2e7925a289d1be46eabaef2e16bdf75d66d499b44b335d6625d2557e901c4e63981fab1300fedbf8ab415519d5c1f99ab803beed6efe9d50b39faa64e167618c11e1b48c1bc36160ff10b939e9dab966a7779ce637fc82eec435628da45886816ec51ed2038b72dbc0fad2c63db7f05bbf596add5c8d19379588befbed1b6dfdc54e942b466d1f27c41fce5ec6fb0a9b0e214c5d6129d552d67ed7cbfcf7ffd15b4ef38f5aa90797cdfcbfaf5dbedeb15b678959c3ed31fb41f49be661dd727b9abad9037e5c807fd57fe25c9d26f998775c9ee6aebe8fbf6769fd73ff1247db291de5f9f31991b2e75ae919e6bb10791ff00e42bb39b3e8877ac6f8ae05590ecd150e69041ae790473f942bbf9b3e8877ac6f8ae36e5edcdf6e378d11bdacd20619adf584ad1d663729d67dfda4aaf56cfc2abfd1610dd2060dac40bcae1bfa751cac0cfbfb4953ead9f842d5ba7f6e7f9bcc2cda2ff00454dea99f8428fe90ff67bff007d9e2a4145fe8a9bd533f085c2d20343b2dbc9fab2c6477dbc577bf4971b756868cffd157fad67e15336f9c3ad427466e3b0c419cc1ec77b0fc14d8710a62eb094eaa970bf219ba9c377ead66aeffbe42b6554dfa8cdfc9dfa95dbafeb15b278959c3ed31fb41749ad1ad873f9ed237f095dbc88e2ecb34d7faaf7b47f715cbd260f99503b7584ae17eb6fe4b73476e0ecbc40e2d9de0fb0a47db247748aadbaf493b2f6d68dc2fd85561911dab996905afacd7b7fc4ab539971e832de1743531d453d3b84cc3acd73a471b1f72d5e9333130b6aeb312ec28f663cb431aad867354610c66a1019ac4ef27a7d2a428b7358b4692d4c6bcb570ba4f9061d4f49b432885ba81e4589ec5b488ac6c08888a22220222202222022220222202222022220222202222022220222202222022220222202222022220222202c72410cbfad8627fde602b22220a3b9ee9ea2ab046c5490c933cccd25ac6eb1b0077a9122968d63426358d115d1fd15451d0d67caa096191f28b091b6b80de3ed52b6f9c3ad7c5f46e20fa52b5f18d088d23454b49cbcdf1ea72af5d716e7f28ad92a0d87653c429b1d82b249298c4c9f6a4079bdae4f429cae78a2635d58a44c7283e9348d5c385f7de436fed5d8c8008cb94d716bcaf23fb971349bfaec3beec9ef6aeee49fd96a5ffdcfc4548fb2523bcbf36b7e9cff00ee8fe3526cd9f443bd637c54528f7e2305ff007c3f1295e6cfa21deb1be2b84f30f767fb68d0d1bfede605fcd0f71563e7e04663a8b8e31308f4f25561910db3a6076ffd645ef569e907f689fea19ee2b76e8e7f9bcc2c7a121d434c41b83132c7fa42e2e7d04e5a9ec2f692327fb975b08fa268bd447f842d7cc7432e25834f494e582590b6c5e6c37381f05e8b6f5709de11ad1911ab888befbc66dfdca70a3393b02aac1a4ab755ba17094343766e27813c777a54994c71315d25291a42b3c430ac41b99e79e0a2a97c42af68d7ecc9046b037bf42b35de71eb5f112b4f1d56b5d1e258a394012c6c9003701ed06ddebd35ad68b35a1a3d02cbea2da88888a222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220222202222022220e3660c021c6dd03a79e58b621c06a006f7b74f52d8a2a26e13823a9a091ef1147239af7017bd895d15ab8b4862c2aba46804b29e47007d0c2b3e3113aa4446babf2961c49ada527899187da14b7367d10ef58df150c85ce66cdec36736c41e82b6aa711abaa8b675150f9197bd8db8af2cc6b2f7e4c537bd6d1e9b9945ee8f3560ce61b38564363fd617e87c772b5362f5eeaa96a668dc5a19aac008b0eb5f9c72fc861c7b0c91a012caa88807ef85fabdfb9ee1e92bb5222d1a4b8fe5444cc6ac34b08a7a6861692e6c6c6b013c4d85965445d9e61111144444044440444404444044440444404444044440444404444044440444404444044440444404444044440444404444044440444404444044440444404444044440444405cecc720872ee2b210486d24c6c3ee15d15c7ce2f6c794b1a7bcd9a28e5b9fe82149e16bcc3f2cb77340f405f57c1c02fabccfa8d9c32411625472104864f1b881e8702bf5abfcf77595f9169dc1b51139c6c03da4f55c2fd724871b8e07785d717b793f2b98111175794444404444044440444404444044440444404444044440444404444044440444404444044440444404444044440444404444044440444404444044440444404444044440444405c1cfa40c938e9240f99c9c7a977946b495fb038eff002c7f1354b70b4ed0fcce78a21e251799f501c42fd7711062611bc168f72fc84ff31dd457eb8c3fe8fa5f531fe10bae2f6f2fe57a674445d5e411110111101111011110111101111011110111101111011110111101111011110111101111011110111101111011110111101111011110111101111011110111101111011110144f4aa48d1fe316245d8c1bba368d52c50dd2f3dccd1fe25aa7ce744d3d4646a96e25ac7da1f9d1111799f4de5fe63ba8afd638092ec0b0d2e24934b1124f3f202fc9e7783d4bf54e537ba5cad83bde6ee751c249fe80ba63e5e6fcae21d54445d9e311110111101111011110111101111011110111101111011110111101111011110111101111011110111101111011110111101111011110111101111011110111101111011110141f4cd26a641aa005f5e785bd5cabf8222cdb896f1f787e7a4445e77d238afd4591e43364cc0de45af4716eea6dbc11174c7cbcdf93d61db4445d9e311110111101111011110111101111011110111101111011110111101111011110111107ffd9','BC3425EBB83A25DCFC9372CD4AC9CC59C9A5F42E14E1978EFD17C2EEA19BEA26');
INSERT INTO image VALUES(12,'privacy.png','image/png',X'89504e470d0a1a0a0000000d49484452000001900000012c0803000000da6915f000000090504c5445fffffffffffefefffffefefefdfdfefcfdfdfafaf9d6d7d8ffcc51ffca51fec951fac752efc76cf7c453f6c454f6c453f7c451f5c453f5c353f4c354f4c353f4c253ebbe58bcaa8079808f656a74495a7d3e5077354c7b344a7a334a7b34497a33497b33497a35497232497a31497a32487a31487b31487a30487b2e467b2c447828427c26417c25417c263f76233b7188a5a9f000000a414944415478daeddd6d779aca1a0660ba41455c6e7704798713f6c42220f0ffffdd9931694e22639a30a4f370bcef4f6d5643d7e2f29977d028115231700b008200042008400082000420084000820004010840108000040108401080000401080210802000010802108020000108021004200041000210042000410002100420084000820004200840008200042008402608bb042004f298a779fe585f72ccc55f1840b4d5459a9675d7f75d975c5277e22f559e3e024487465ef7fd290ec3d56ab5bc84ff210ce3b4eb6b365f9399823ca675dfc5dc62615c67b90ae3baaff31c207f2c39e7e01a4b71ffadc5c2b2cc4bf81f1796f8d9829b74dd3c498c99725c34f8fdff6b5021e662f15c27f324991d08bb702c848669dc8a254c2e240c20df9bf4f4c2715be392bfc43fe024750a906f2d8fee140a0ee313b10449dccfacdd9a15485ef6e1ea931c1712cb58cead48e60492d655f8058ecb784b14499702e45b3cba78253ef45f8ab9e045d2cfa86f9f0f48da87cbaf95c7af225984fd7c561e8d19795886658c88691aabae640099da43dcd951e1cdd67c448cf97858233d2ecdd66c448c7bf0989388f1ffe121d6167f2b328b9edd9889c7eda512eb7589d1922e36fe4fa4cf0132d1fc6379ab3ecc1728b13ff53c045b583745c23e05c804eb2575bcbc31de35c58fc536619824497ad93c5cbcfc543ad69a8308791056d62bf97cd014eb2241588a4d7571c641eca8d7b158ec929398d632ee7280287720373c0447c8faae4cc551139e3c4f5356f7f565fd51d6c459c6aa2e8f0051efd0e5add5921747995e7de41f53d67582c49a6937421c8455e94ad600f11fad12ce21ed74f2ae922f7b998b05f946cb9865837559c2bdbdcf911efb58fa7bbcd1aa50212a23ac2e947bace23e651f0e95f395acd5a2df6811af904a765bf9e73cfddda6535a772bc9ec5e8cb4ea47804cdaa38b5590df6fcb3ee6b77e99768950066175b21c2e512dc4e0f5133df351deff2cac9074bf6eccad40447b557fea8e1ef36e25fd7d804c5820a6b9fcf4a10556d5922ec83248978831b30259985f18268965b001a998af0364dc9c707837bf386cbdd1e8512e1163560572598d625fbac8b01ba13dd0225c21920e400c91d2af5d645866a21baa1940be3e491f1c8a1bf1d996d519e9e93a5910496333eaa3fd382c34def09dd0648de8d20d73824fb6580eb366d4ad5305912c7cf0024946b4fd627a685dcb0664db2caa2092166be4e848466bacca1340be3a3aba6ab17e98e3166a7f9e862bf19649b6cd220a2269f9474f1f24032dc2e32ca220691f5cdf44de138f3be9c6c439227330c16400519a159ac632adc6ddc46cb0eacb2f46756e6810f5187ca815163c6eb4593940d4ba90d1b750ca4b75e04b1364f899e68d4c32ba91194e45e86e535105b96ef595eea0d4776c8f74972062ea604e375095b48026d52373244164035595a99cd80c1e0c7c89f6ea2441f827dab4a61ca70e3b11b253439a2083365fcce49ea6ec93c86e1b92041976c2e2fe65535e90ec308b28c8f003add4c20c7b75c592bbbb3e64e2269f835c3dc24376f16426208a7b7cc36196d2441320aaa3d4e1381a15a2366d30d59ed764e560a649758f6a1e2062a543e9f33c79230890042084564e945b7c8028e569b05fa8dae20384d6b0172000010840000210800004200001084000021080000420000108400002108000042000010840000210800004200001084000021080006418f69cb45bfd58fc781beb47d8a56c7c3ebc2240a429b28c55cf3975d74f739846d89faaf1f9f08a65961500b94ac69ab66d9297fcbb5a5e27fc3751c94757acf8ff5c660079dbc417e7268e82c0ff15f7efebf88af9e88a411895ed2903c86b79344d146c6d7bbdf9957f06d96ed4f2c1151ddbdef89ca46000b9741ec7360ad6f6ce75bdfdaf0c3ece7f3fecd5f2c1153dd7dd3bb61f35550610ee5135a1637b879dd678eec60ed2260348d1a481bd7777dae31d6c3f6eb37b076155eadb871d891cd67eacbd4674831c9b808ac76ee73a7e5215770d92b5211d0f2e62070dbb6790a2899cfd6e474924d4dc8de806092815c86eb7dff0468bdd2d48718e1c6fb743899001e105420c447b89e804614dbcdd518b6b475a4b442748d646b64b0f24b86390801e086fb38a9f4ff709c2bb90b5470e64abb713d108c2aac4dfecc975229e139d0b80100259030420000108400002108000042000010840000210e525a8fd0340a880ec5d77bbd96c3dd703080190bdbbb16dd7f7fdb5edec3d80e806e11c7e10c5491247a1bf765c80e80539d87e94b66d5355d5b9ad22dfdeef01a211c4b383a43d655971642ccf8ee72a70767b80680339d8c1b9ca8eaf97ccca56f9e41d40d43cca7737ef28cea6ba00d103723943757def94cf7a0144a1402447a88a26f6b600d101c20b243d0dcf8788c3451e403480dc38d256b41140b4808816ab905d363e6cf700f9f3205b37963d5df3541e7d9533f50099fa9c7a7156ea440032394803102d205b3f96821c2b7f0d100d7d88674bef9cf26501327ad82b7dfa4cf53939808c3fa6ee57c7523a313c0044c7d289e748964ed4af0a10a5126113170840d496dfaf4b246d559fb40688ca023c6fb4ae16b262d56b02440564e784ecdd25237fa378f204204a227c32d2146fafe8a8beaa03204a20ef9f99654da0fcae0e80ecd4065aec6a88e5024427881dbcbd7bea471c00a2786ef1fdf249718e6c34597a2be4ddaea1ea6e214054411e366f0659fc92a754dd18208a27b3def6ea13bc810b20aaab59e5b4c32c8028f5e9578b5913bc820b20d30db22679cd2940a61b643d5f738bc5455d20fc97e3e6ddcd7bfa5960b55723c8f074ef7f5ad561164094164e9aab7b87e7437482488e5bab1eb506c8a483accb306bf300105d4d96135d3759135c142013ed4ebd2e9eacf1489b2610c76783771e2b2f9e0064aadda98986590099f670aff21e1540a65b3879beaae21e1540a6da9d7ab9aaea1e1540267e844a758f0a20dff038820b100d20379e5357dda302c8d44f5029ee5101446190d564c52099e21e1540462f9cb871db4883170768a990ed21b8115f65c11720e345ec1b515a800788c2bd3b78b21c94364400422c00010840000290198088d7f63804bfe9f310dfe9377d4e70a8ed3b40e4afd6bc0b90299e089cbec592ed0bdf0988384345ae0fb9b1647917204f6549b0137990be5af32e40287ec3bdeeefb7d70bc2a3fc6a926f2890e27e41c89588f602d15d21ac517cddd8c443ac5baf9ebd1f902af5d7646ac4db6ea2b3de02d1de87644dec3b44440e5bd9f75fdc1908ef4662df76294c470e9b8d7e0ffd20bc4692c0de68277177b64fc083004899554de87312d77bd034d2155f156a3f04c959bf070590b2606dc2496c67b3f77464bbb16d2f88db8a8007091051246d1205beefac9df59f8eb33ef84118b74dc64a80bc0e7f39495b249196c4e9b9adb382c69d20022248b253d59c75a4aa722a1c84402e28858ee4ec48e81e9002410002100420004100021004200041000210dc02802000010802108020000108021080200041000210042000410002100420004100820004200840008200042008400082000401084010800004010840108000040108021080200001083251fe0b1a08d80e6e329eb40000000049454e44ae426082','83CFC5C325CCD2E9AEB45492D86B8C1E7B342042B29404C392249A8D55640786');
INSERT INTO image VALUES(13,'reanimatie.png','image/png',X'89504e470d0a1a0a0000000d49484452000001900000012c0803000000da6915f000000090504c5445fffffffffffefffffdfefffffffefefffefdfefefefefdfdfffefbfefcfcfefbfcfffbf5fff5e1fdecd0fcdea4ffda6dffd969fed375ffd268fbd181ffd167ffd166ffd165fdcf6cfecf65ffd063ffd061ffcf5fffcf5ef8ca7deaa770d98d95c95e6dc85047be3d51b72940b6273fb6263eb6263db5253db6263cb5243db5243cb42039b21c39b11b39b11831af142d399e2ebc00000c6e4944415478daed9deb72e2b8168545c6040c36d321c0344deae0f6259eb169f3fe6f776c08d8061b245f226d6bad1f5d49aa5a55e8437b6b6be9c222482931740180400002201080000804200002010880400002010880400002201080000804200002010804200002010880400002201080000804201080000804200002010880400002201080400002201080000804200002010880400002010880400002201080000804200002010804200002010880400002201080000804201080004803856729d6948e40c2c0f7fd2088cf0a4ebf85d29bd21548da67d121391e93c43beb9024e92f7120de931d36a52b9020edc163e2b9ce7e6fdbd6fc24dbdeef1dc74bff1efb7e28a3295d81847e981c2377bfb04c76a7b9bd77bc2489fccf6f6e4a5b20a11f27b1b3b74f3d389999a6699c95fe349b9c7ad2da3bfef1e007dfd894b640d23e3cba7b3bebabacfbeebfd6c6c4ccfe6aefdde4493f76d894be40d23ef4f656da57e6a4a207af3d69a65fefd9a91fc3ef684a5b207e949cfad09cb0679a98e77e8cfdde9bd2178897c4a73e3418974efde82595dfec0e9bd21648101e1d9bbf0fbffad1722abed91d36a52f103f3eec27427df8d58fd937bbb7a6f405e227ae9d4e7b98a80c33fd661f4bb1a6c3a6b40512fa47c76233833590c9cc7d12063d34a52f903038ee4d66b2664a67b5fb6bf4efb0297d818451b26f12630ab1661f9cbbb1c3a6f40572ea44d3602d3463b677f03b6d4a5f20619076e28cb553d68d711075d894be40fc63fb4eccba7191445e674dc9351599741e06eba01bf787ee9a4ab405e227ce68d241279ebad1659d3575f4f50412c4aed5625274b3983e6746374dcd9823b3669708244cecc645438f320ccb9598d8e501e9260be7ddd8595326b3130d81a40964661a4c456569c4d30d4818c54a06ac73469abb87403320d98c57511e59d05a48cbeb928084b1379f184c5d22d2665a4cde009931758118d2f23a9336400c75070863136943842183a835f5655407c8783c1ae410613407c8f8fa4f6fb5c8422320e1c1365a0119b1b165cf598f63c430e66e1c6a02242dd227ad16155f98fdb6fb785bf44944d6aa2f9314b166ade295fdf16bb9dc7c2c52343da6f5832e23248a6cd662848c46f3b75fcbf57ab9da5a3d8e91d7997bf8d4024870705b797b63b6f84879a44476ef3d4eb54c39318b918b5823367dfbb5ca80acb6fff498d8252d68c900922cda4c7ab30c721a2029919ddddfdcd7609617851a000923cf6a63b78ec6efbb2f20cb34ad4ffb4b22134742b5cea8a59031b376ab750ea4cf79d65e42cc62122296d36e8ef57e8958ebd5aff7fe0688a44a44029056393d1d209bf545abedb2d7ac6e6b11b2da02595c074816b37accea1366c7ffe99043daecfe19b1f972bb2a00e931ab1b4cc672163120e501720232ea1188a70190306e31ebcd8bc24b567f9bf647e4752661de2b0188db7cd767a1283c6bb3ea71394b8a49256384340752280af3ac3e051059400a45e1ea1bb23a80081485db2f20bbf71142962c2085a270f3b6ba64f5fe4a4300e19ff32eed4b2ad95abd958613430720cdeb90bc284c33c7f49fcb8fbd65751486dc0324a3f035ddea71c15717207ed26c53565e142eb345defe6ddc09b3834807200d1717f3a2301b20975f7ab471b559ed4d9c6623e45214aeb66ff311b3b67ddbb8334d0caa2071ccd73645e1b9189cbf5d137c4f595d1783aae1bc372f0a376b8bbd5c7fed2fabcbd96f2d655f568369565e146604c6ec9ad57bb371e54cb2c8eccbcae7bcab5d560a8ef3acde938d2be98888947d59e27bad8b45e169f52acdeaab4daf36ee4c9b9d8b4d3666958bc271a92ae929abbf1a8e263b17b3d2d098090e906251780a502fd7d2b01f1bd760b6945b81249d0f11dc99552e0a4fe3a190d57bb171753a1f1246be60cc2a1585e7decf18ad7ab4715f4df74fa00910e17956b9281cdfa5f91e167ca59d549702e4f3e0ce5e058648b928bcfcc7e97b8f59dd64ce519f439f822bbeb745e1592f8505dfce6ddc89614bbae84f0e906c073cff5527b745e1d700b996863dd8b8a6b48bfe24de756272cf796f8ac2ebb8b9ec99ebdcc64d074814e93442b22162f20e91bba2f0caa9371b57de0091775f167716a9280a6fe6c29d2ff84a1c20f26e948b5dce0bb32a8ac24b12e9cbc695785d563b20ff7e3697972cd8ec65fc542fd3e95d51789bd56b6ddc7113bd98ccf2da7cb4cf5016903f2d74f8e3dbec2f9eefeb7d5178cdea8f6ddca689feaf997b3cb4f96cb246c8e7ef76726cdb7a2adbbaecaf2e16855f59fda18d9bdd50d344b6b56ff9c1da1ca7662db280f7f3472b6d775cda560f9042015f99d5b31b6a3e76cdd4ee73fdfdfbcfa72420cb9f6db45aaeb8b4be2b0a6fb27a958d7bbea166d548ed3ed6cf1f1281acbf4da5a2f066fe5561e35e6ea891206d80dc25ee4736eef4f6ac158074cca35c14de968c77593dcd2f3b00f9de01f2c8c64da7c4ebcd5a3f20eb9f5d68c9a13483dcaf8ed4dbb88588b55af2ab938f2313c88f4ef4f15cbbf7aa5abcdec62d44acdd07bfbaf93cb2a6bd91f7bf6ef4fe540bfbe9c27c6999ab10b136effc5a74f4817e1f641486a90e9de8b867cf375fd778823536ee75c57eb57de35e98ff8bd9fffde9e413c95b5cec429fff6647aa460f35ae5996aab571a75f45c809d4884bd3b1e5c57e271f89e2f27bd1acca1e076b760cb4c6c6cdcdc4fbf2be76639c39725478c05b8de7bb9d51b3eb686a6cdc9253a2f8c638158134bf42abcec64d53cb526c8750b6d73d8c00e4b290dff4a2d24a1bb710b17e7146ac899126904f00b90289bd666f4c56dab8f91f790ff318a6a944025106489646cc268fe855dbb8c2114bea43794a0269facc64958d2b1eb1b2c742820840ca93df46f70954d9b8c2116b92bda2fe0920b769246cf26642958d2b18b10c73ee2a9240540292a611772e9e46ee6d5ce188a55002510a48b334726fe38a462c552a42f58034ba96e6cec6cdb28ac8b991ec8a99380490ea057df1078bef6cdcc2c5a53c112b7b8838516880280524f20faef00bb9b736ee58ec1ccf8c390a2510d580a469c4114d2337366e3162711c52502ba1ab07a44162bfb171f38895ed3c7d16b14c66c75108208ff288e805803736ae50c4320ccb8d8308401e15ece26e55d9c615895832cf81500122ee56956cdca948c452ac02511488b05b55b671052296329e94e24044ddaab28dcb1fb1d4f1a4940722e656956cdc1177c452c893521d88a85b55b271b923967a1588ba4004ab91a28d9bbb234f22964a9e94fa40c4dcaa6256bf46accde388a59427450088905b95dbb89be5dba6eeb895c29e140120426e556ee3ae375bbe9790544d20ea02114a23858777beacc22717c22b59112a0e44c4ad9a961f377c7af9896a9e140d20026ed5dd637a8f2396729e140d20026e556ee3ae792296729e141120fc6ed5edfb9f8f2396c2095d7120fc89fde5f685dc07114b414f8a0c106eb7aa9cd51f462c153d293a4078ddaadcc67d1ab154f4a4e800e175abcaafac3f8a582a5720148070bb55171bf7c983226a7a52948070ba55c5acfee0b504453d295a40b8dcaae2dd3ff50fbca8ea499102c2e756156cdc07f75c2b5e811001c2558de4366ec54d80ca7b52c48070b955571bb73e62a9eb495103c2e3561577f856472c853d296a4078dcaa6b56af8d5824120811201c69e4e41a2e4f40aacd74f52b424a4038dcaa6c937576775c4d11a2b427451008875bf5325e6c4f37cf55ed6e50db93220884c7ad1a316b5173f39ce29e1445203c6ed54bedcd7354123a25203cf5e1683a1d53f4a46802113f5b45c693220aa4f14d80ca7b52448134bd09904c05420e48b39b00097852648134b909908227451888f04d80243c29ba40c46f02a454815004227ad3030d4f8a3210b1b355443c29d24044ce5651f1a4480311395b452f815004c29f468855846481f09eada2e3495107c277b68a9027451d08dfd92a429e1479203c6e15c9844e16c8f3c44eca931a0090676e152d4f6a08409eb855b43ca9210079ec56d1ac40680379e45651f3a48601a4dead22e7490d05488d5b45cf931a08903ab78a6c05421e48753542d0931a0c902ab78aa227351c20f76e15494f6a3840eedd2ae209843c90db3442b9221c0690b25b45d4931a1490a25b45d5931a1490a25b45d5931a1690dcada29fd08701e492d8e97a5243037276ab087b5283037272ab66cc219fd08702245b6634e85720030292b955843da901024933bb1703885af5e130780c66848403e131182083118000080420000201088040000220108000080420108000080420000201088040000220108040000220108000080420000201088040000201088040000220108000080420000201080420000201088040000220108000080420108000080420000275a2ff0392ac610298c4d3bf0000000049454e44ae426082','C149F72144EE45669E9D6034676D22C4A923552FDDF4CF490FCCBD9A8E2301E9');
INSERT INTO image VALUES(14,'tillen.jpg','image/jpeg',X'ffd8ffe000104a46494600010100000100010000ffdb0043000604040504040605050506060607090e0909080809120d0d0a0e1512161615121414171a211c17181f1914141d271d1f2223252525161c292c28242b21242524ffdb00430106060609080911090911241814182424242424242424242424242424242424242424242424242424242424242424242424242424242424242424242424242424ffc0001108012c019003012200021101031101ffc4001c0001000203010101000000000000000000000607030405080102ffc4004e10010001020203070c0f07040203000000000102030405060711121721313651d11314344155617383a3b2b3d2152253546671748191929394a4b1e208234252a1c1c3163262f033437282e1ffc4001b01010003010101010000000000000000000003040506020701ffc40035110100010203020b08020301000000000000010203040511337112131421314151526191b10615345381a1d1f0c1e1222432f1ffda000c03010002110311003f00d401d1b86000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000122d5fe5583cef4b70397e3ecf56c35dea9bba37534edd945531c31c3c7108ea5baaae5ee59e37d1d48eece944cc7626c3444dda227b63d56d6f51a1ddc8f2f73d637a8d0eee4797b9eb25a3138eb9de9f3759c96cf723ca112dea343bb91e5ee7ac6f51a1ddc8f2f73d64b438eb9de9f3392d9ee4794225bd46877723cbdcf58dea343bb91e5ee7ac96871d73bd3e6725b3dc8f2844b7a8d0eee4797b9eb1bd46877723cbdcf592d0e3ae77a7cce4b67b91e50896f51a1ddc8f2f73d637a8d0eee4797b9eb25a1c75cef4f99c96cf723ca112dea343bb91e5ee7ac6f51a1ddc8f2f73d64b438eb9de9f3392d9ee4794225bd46877723cbdcf58dea343bb91e5ee7ac96871d73bd3e6725b3dc8f2844b7a8d0eee4797b9eb1bd46877723cbdcf592d0e3ae77a7cce4b67b91e50896f51a1ddc8f2f73d637a8d0eee4797b9eb25a1c75cef4f99c96cf723ca112dea343bb91e5ee7ace069deaf346725d12cc71f81cb7a8e26cdb8aa8afab573b277511c5356cedacc45b59fc83cdfc153e7d292d5dae6b889aa7a50e230d6a2d553144744f543ce8036dc9800000000000000000000000000000000000000096eaab97b9678df47522496eaab97b9678df47522bdb3ab74a7c2eda8df1eaf43aacd7b5db96b0b93753b95d1b6edddbb9aa636fb5a79969aaad7cf62e4be16f79b4b270bb5874998fc355f4f5854bd7588f7c5ffb4aba4ebac47be2ff00da55d2c436b4729acb2f5d623df17fed2ae93aeb11ef8bff0069574b10686b2cbd7588f7c5ff00b4aba4ebac47be2ffda55d2c41a1acb2f5d623df17fed2ae93aeb11ef8bff69574b10686b2cbd7588f7c5ffb4aba4ebac47be2ff00da55d2c41a1acb2f5d623df17fed2ae93aeb11ef8bff0069574b10686b2cbd7588f7c5ff00b4aba4ebac47be2ffda55d2c41a1acb2f5d623df17fed2ae93aeb11ef8bff69574b10686b2bb351d72bb99066135d75d7318be3aaa99ff00d74f3ab1d38bd7674bf3aa26edc9a3af2e46e7773b38f99666a2f93f98fcb3fc74ab0d37e58e77f2cb9f9a959dbd6d5c4cff00a76dc401799400000000000000000000000000000000000000025baaae5ee59e37d1d48925baaae5ee59e37d1d48af6ceadd29f0bb6a37c7abd0eaab5f3d8b92f85bde6d2b55556be7b1725f0b7bcda59384dac3a4cc7e1aafa7ac2a001b6e50000000000000000000001756a2f93f98fcb3fc74ab0d37e58e77f2cb9f9acfd45f27f31f967f8e9561a6fcb1cefe5973f352b3b7adab89f83b6e200baca00000000000000000000000000000000000000012dd5572f72cf1be8ea4492dd5572f72cf1be8ea457b6756e94f85db51be3d5e87555af9ec5c97c2def3695aaaab5f3d8b92f85bde6d2c9c26d61d2663f0d57d3d615000db728000000000000000000000bab517c9fcc7e59fe3a55869bf2c73bf965cfcd67ea2f93f98fcb3fc74ab0d37e58e77f2cb9f9a959dbd6d5c4fc1db71005d65000000000000000000000000000000000000000096eaab97b9678df47522496eaab97b9678df47522bdb3ab74a7c2eda8df1eaf43aaad7cf62e4be16f79b4ad5555af9ec5c97c2def36964e136b0e9331f86abe9eb0a8006db940000000000000000001930f87bb8abd458b16eab976b9d94d34c6d9967cb72cc566d8a8c3e12deeeb9e1999e0a688e799ed427986c2657a1597cdfbd5eeefd71b26bd9edee4ff2d31da8ff00b2c6cd338a309a5ab71c3bb574531fcf87afddab97657562b5b95cf06dc74d53fc78bb3a094e3b4472bbb8689b776bbf54ddae229db1455b9888e1edecd88369c6518cb79b62f36aa98aec62eecdd9aa88e0b754f6a79be373738d23c766f89eab55caecdba7ff001dab754c453d33df4934774c2de3288cbf379a377546e29bd5c46e6e77aaed6deff14b1b8bcdb05feed73c66bff54c754786ef0fbf4b5a6f65d8c8e474c4d1a7fcd53d73e3bff74e84184af49b436bc16ef19975155787e3aecc70d56fe2e78feb08a3a5c0e3ece36d45db33ac7de3c25cf633057709738bbd1a4fda77002eaa800000000000000000000000000000000000096eaab97b9678df47522496eaab97b9678df47522bdb3ab74a7c2eda8df1eaf43aaad7cf62e4be16f79b4ad5555af9ec5c97c2def36964e136b0e9331f86abe9eb0a8006db940000000000000001d4c8b47f159edfdcda8ea76299fde5eaa3829ef473cf79b9a37a297b389a71188dd59c1c4f1f15573bd4f7bbe90679a4b84d1eb11976596edcdfa2373b9a7fd967e3e7abbdf4b9dcc738ae6e723c0470aef5cf553bfc7f7c1b981cae88b7cab1b3c1b7d51d756efdfcb3e2f1d95e85e0230f87b715dfaa36c5bdbedab9fe6ae7b51ff006102cc732c4e6b89ab138bb935d73c111daa639a23b50c37efddc4deaef5eb955cb95cedaaaaa76cccb1ace5793d183d6e573c2bb574d53fc787aabe639a578ad2dd11c1b71d14c7f3e200d965a55a33a635e077183cc6aaabc347051778eab5de9e78feb0dfd22d10b78ea2730ca371bbaa37755aa2637373bf4f6a27bdc52833b9a3ba5188c92b8b55eeaf60ea9f6d6f6f0d3dfa7a389cd63b29bb66ece372e9d2beba7aaafeff0079a5bf83ccedddb7184c7f3d1d5575d3fd7ef3c38955355154d355334d54cec9898d9312f8b0f37c8b01a53848c7e5f76dc6226382e470457ff1ae3b53dfe3840b1585bf82c45787c45aaad5da276554d4bf95e6d6b1d4cc44706b8e9a67a63fafd952cc72cb983aa267fca89e8aa3a258406b3340000000000000000000000000000000004b7555cbdcb3c6fa3a9124b7555cbdcb3c6fa3a915ed9d5ba53e176d46f8f57a1d556be7b1725f0b7bcda56aaaad7cf62e4be16f79b4b2709b5874998fc355f4f58540036dca00000000000fd5bb75deb94dbb74555d754eca69a636cccf33f266223592235e687e530d1ad0d9bd14e3734a269b7feea2c55c13577eae68ef7d2ddd1fd14b1945af64736aadf55a237714d53ed2cf7e79e7f2ed38fa4ba5f7334dd61305355ac271555715577e3e68ef7d2e571398dfcc6e4e172e9d298ffaafaa3c23f77691cee8ec606ce0288c4e3a35aa7fe68fcfefdf99bfa49a6516e2ac0e535446c8dcd57e9e28ef51d3f42193333333333333db97c1b79765b67036f8bb31be7ae77b271d8fbb8cb9c3bb3ba3aa370034148000001d0c9b3cc5e4988eab87ab6d157fe4b554fb5ae3fb4f7d37b96b2ad36cba2ba27717edc6c8ab67ef2ccf34f3c7f4570d8c0e3f1396e269c4e16ecdbb94f6e38a639a63b70c3cd3278c455188c3cf02f4744f6f84fef9c7335f2ecd66c53362f470ad4f4c7678c7ef94f3b2e6b94e2b27c4ce1f1546c9e3a6b8ff006d71cf12d258d97e6996e98e067078bb54d37e236d56b6f0c4ff0035128867fa398ac8aeedab6ddc3553b28bd11fd279a5e32cce26ed7c97171c0bd1d5d53e31fbbbc3d6619545ba394e167856a7afae3c27f77b90037d8c00000000000000000000000000000025baaae5ee59e37d1d48925baaae5ee59e37d1d48af6ceadd29f0bb6a37c7abd0eaab5f3d8b92f85bde6d2b55556be7b1725f0b7bcda59384dac3a4cc7e1aafa7ac2a001b6e5000000000058fa1f946030f97d8cc2cd15557efdbf6d5d73b6689e298a79b855c27babec7c5dc0dfc0d53edac57bba63fe357ffbf9b98f6b29bb3819aadccc444c6be313cdeba3a0f66aab718c8a6e46b3313a784ffe6aec67190dacee28a7118ac4d16a9e18b56ea88a6679e783865cbdefb2bf77c67d7a7a1271f3db19b632c5116ed5c9888ea87717b2cc2deae6bbb444cf8a31bdf657eef8cfaf4f41bdf657eef8cfaf4f424e26f7f661f3a517b9703f2a118defb2bf77c67d7a7a0defb2bf77c67d7a7a1270f7f661f3a4f72e07e54231bdf657eef8cfaf4f41bdf657eef8cfaf4f424e1efecc3e749ee5c0fca84637becafddf19f5e9e837becafddf19f5e9e849c3dfd987ce93dcb81f9508c6f7d95fbbe33ebd3d06f7d95fbbe33ebd3d09387bfb30f9d27b9703f2a11bb5a0797d8b94ddb58ac7517289db4d54d711313dee077ebc3517b0d387c4445fa2aa7735f5488f6ff1c470329331113333b223866799571198627133137ab9998e8ed859b182b162262d531113d2abf4a72cc26519a75ae126e4d3b88aea8aeadbb999dbc11f36c71dbb9c63bd92cd3138bdbed6e5c99a7ff8c7047f488693ec581a2e5187a29bd3ad5a46baf6f5be578caa8aafd736a34a759d3775002dab800000000000000000000000000096eaab97b9678df47522496eaab97b9678df47522bdb3ab74a7c2eda8df1eaf43aaad7cf62e4be16f79b4ad5555af9ec5c97c2def36964e136b0e9331f86abe9eb0a8006db940000000001d2d1ecd7d87cd6ce26a99ea53ed2ec7fc278fe8e3f99cd10dfb345fb755ab91cd5469292cddaad5ca6e51d313aae8a6a8aa98aa9989898db131db8111d07d208bf6a32ac4d7fbdb71fb8aa7f8a9fe5f8e3f2f892e7c6731c05cc15faac5ceae89ed8ea97d5f038ca317662f51d7d3e13d800a2b6000000000000381a679bc65d955562dd5b2fe2b6dba79e29fe29fedf3bb58ac559c161ee622fd7145ab74eeaaaa555e759b5dce730b98ab9b69a67dadba3f929ed43a5f6672a9c5e262ed71fe1473cf8cf547f33e1bd81ed0665186b136e99ff003ab9b7475cfe3fa6800faabe7000000000000000000000000000000025baaae5ee59e37d1d48925baaae5ee59e37d1d48af6ceadd29f0bb6a37c7abd0eaab5f3d8b92f85bde6d2b55556be7b1725f0b7bcda59384dac3a4cc7e1aafa7ac2a001b6e50000000000001fab772bb5729b96ebaa8ae998aa9aa99d9313cf0b1f4674a6d6716e9c3e2269b78da638638a2ef7e3bfcf0ad9f69aaaa2a8ae8aa69aa99db1313b2625939be516b31b5c1af9aa8e89ecfe9a59666977037385473d33d31dbfdae710ac874eb7314e1f36db3b3823114c70ff00f68fef09958bf6b136a9bb62e5176dd5c55d13b625f2ccc32bc4606be0dea79baa7aa774fecbe8d81cc6c6329e15aab9fae3ae3e9fb0fd80ce5e0000001f8bf88b585b35dfbf729b76e88db55554ec88873f38d23cbf26a662fdddddeed59b7c354fc7cdf3abecef487199e5ddb7aaea76699db459a67dac77e79e7bee8328f67f118e98aea8e0dbededdddbbfa18b99e796307134c4f0abececdffbab6749f496bceef45ab3baa3076e76d34cf04d73fcd3fda3b4e103ea384c25ac2da8b36634887ceb1389b988b9376eceb3200b2800000000000000000000000000000004b7555cbdcb3c6fa3a9124b7555cbdcb3c6fa3a915ed9d5ba53e176d46f8f57a1d556be7b1725f0b7bcda56aaaad7cf62e4be16f79b4b2709b5874998fc355f4f58540036dca0000000000000000d9c0e658ccb6e754c1e26e5999e3dccf04fc71c52d61e2bb74dca669ae3589ea97aa2baa89e1513a4a5d81d6162adc4538dc25bbd1fcf6e77157d1c31f93b187d3cc9eec47549c4589e6aeded8fa636ab918188f65b2fbd3ac5334cf84ff13ac7d9b563da2c75a8d26ae16f8ffc95a34e97647546df64288f8e8aa3fb31dcd33c8ededd98c9ae79a8b754ff00656429c7b1983d79ebabce3f0b73ed5e2f4ff9a7ca7f29e62b58783a22630b84bf7a79ee4c511fde5c0cc74cb36c7c4d14dd8c2db9fe1b1c13f5b8dc21a984f67b01869e1536f59ed9e7f5e6fb33b139e636fc69557a4764737f6fb3333333333333c3333db7c06d3240000000000000000000000000000000000004b7555cbdcb3c6fa3a9124b7555cbdcb3c6fa3a915ed9d5ba53e176d46f8f57a1d556be7b1725f0b7bcda56aaaad7cf62e4be16f79b4b2709b5874998fc355f4f58540036dca0000000000000000000000000000000000000000000000000000000000000000b0f453549fea7c870b9b7b31d6dd5f75fbaeb7dd6e765534f1eea3995e2f7d08cfb2fd18d5561b37cd2fc61f0785a2edcb95cf0ff00edab644476e667644476e65571772aa2889a7b57f2eb36eedc98b91ac69f870b785f841f84fd6eb68a6a93fd339f61736f663ae7a86eff0075d6fb9dd6da669e3dd4f3a99d2cfda734ab33c65ca747ade1f27c144cc5b9aed537afd51cf54d5b6989ef447073cbf1a2ff00b4de976598ca233da30d9ce0e6622e445aa6cde88e7a6aa765333de98f9e14e6e5f98d265a9459c2535c4c53d1bff2f56a29a7ba0bfeb6b582b7d7fd67d6b55756dea5bbdd6ea2239e36713b1a35a4796e96e4b85ce729bfd5f0989a37544ecd934cf14d35476aa89db131cf0e9aa5354d156b1d2d2b96e9bb4706ae78954bbc2fc20fc27eb3785f841f84fd6b684fcaeef6aa7bb70dddfbcfe552ef0bf083f09facde17e107e13f5ada0e5777b4f76e1bbbf79fcaa5de17e107e13f59bc2fc20fc27eb5b41caeef69eedc3777ef3f954bbc2fc20fc27eb3785f841f84fd6b68395dded3ddb86eefde7f2a97785f841f84fd66f0bf083f09fad6d133111b678220e5777b4f76e1bbbf79fcaa5de17e107e13f59bc37c20fc27eb44b593fb4c6230d985fcaf432d61aab766a9a2bcc6fd3bb8b9544f0f53a76ecdcffca76eded46ce1983e5bfb47eb0b038a8bd88cc307985bdbb66ce23094534cf7a268dccc248bb7e635d55eac360e274e0fde7f2b4749f543fe9bc87199b7b33d71d6d4c55d4fadf73badb54471eea7671ab95b1be8657accd5667589c2d1385c761add14e2b075d5b66dccd74ecaa99fe2a678764f7a62764aa75cc2d75d54cf0fa599985ab76eb88b51cd3000b4a0000000000000000000000000000000000000000000395ac2d2bcdaf68ce5ba375e223d8db77aabd4da8a223db46d98db3c73c35ccfd1cceab8fa5394d79a65d1d463757acd5bba29fe68d9c31ff79915da7854a6c3dce05713aabd0989a666262626382627b4444ccec8e199516bacdd5269fe9068ce0b1f96e598ca6d61aab94dfdc576a9ae22a98dcccc6de2dbb98fa13fdf734c3ba163eed4742b2d14ca6e65980aabbf4ee6f5f98aa699e3a6238a27bfc73f3bb6b7459a783fe51cecebb8ab915cc5154e9bd32df734c3ba163eed4741bee6987742c7dda8e84347be22df761172bbddf9f34cb7dcd30ee858fbb51d06fb9a61dd0b1f76a3a10d0e22df760e577bbf3e6996fb9a61dd0b1f76a3a0df734c3ba163eed47421a1c45beec1caef77e7cd32df734c3ba163eed4741bee6987742c7dda8e8434388b7dd8395deefcf9a65bee6987742c7dda8e871f4bb5b5a5d7746b31b35e616e28bd666cd53458a29ab735fb59d9311c1c133c2e2b063f094e3f057b0b5cec8bb44d3b79a7b53f4bf26c51a73530f54e2eeeb1ad73a6f559c5c11c433633077b0388af0f88a268b944f0c73f7e3bcc2a4d389d79e1dfd09cd31597673559c3dc9a6de3acd585bf4ecdb15d13b2ad9f3554d329da1da17945c9bf3995da669b74c4d36b6ff14cf1cfc511f9a62b96234a59b8baa26bd23a8013aa8000000000000000000000000000000000000000000003471d91e5d98d73731185a2ab93c75d3334d53f3c71be60b21cb72fae2e61f0b445c8e2aea99aaa8f8a6789be3cf0635d747ae1d5a69af3003d3c80000000000000035f1b9761330a228c561e8bb11c535470c7c53c70d2b3a2d9458af771848ae638a2e5535447cd2ea8f334c4f3cc3d457544691244444444444447044476807a790000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000007ffd9','6DF6791A1A27A56245C8ADCDE96ADA1D2A93630E69DD6642AD1CE22653835BE8');
INSERT INTO image VALUES(15,'welkom.png','image/png',X'89504e470d0a1a0a0000000d49484452000001900000012c0803000000da6915f000000090504c5445fffffffefffffffefefefefefdfefefdfdfef2f7f7f8f5f4c8d6d7fdc752f7c452f6c453f5c453f2c354e78c6386a3835887853883883181863081883080872f8087278189337f85307f862f7f86267f88f17958e87a5be8795ae87757e6795b9a7b6d487e802e7d842f666b2b7d85247b8924767d225c62205c62205b611f72801f5a601f5a5f1f595f19565c13515769da61cb0000081a4944415478daeddd6b77da46148561258edd029275891d5d28b59568425c8af3ffff5d47a2b8b66b076974461aa4777ff24a56582c9e9c990dc81a2f274ec5e32500840002080104100208200410400820041040082080104000218000420021800042000184000208010410020801041002082004104008208090ff256b02880b14499a2649d5a4fe394d00190f234db34ae9147193c3cfb9fe5340464892e64a55651486c153c2302ceb3fd57f07c8b04933a5e2485b2cea2c9b343ffa5aa5542ab73b2680bce2c855a1356a0a3f08fca7e89f6b96e03a4c5465930490571c79a3e16b8bd5eb68158d1284b1260164905e75e0d01aab77e2d72b594d922780581f8f4a45f5cbfdaec6d164a9492a950262d943c5e1698e27924825092016abee4d3d1e7e0b8e03c96219dad94900397854aa1e8f55ebf8ab4598da58b600396c1f69d87a3c9e86442f5b2920563c8a34e8321e87d81101c4d4c39208207962e861470490ac32f5b02202c88dba36f56844e22a0344f4fd6068eed188143780487a440b7fb5ea23128a2e5a3307c9aa38e807b2f217a2dbc8cc41927e0bd6012448f30c10218f9e0b96fca235f73d24e80fa253161920e3372c2b23e2312002f1e546c46340dc1a9139832485d4802c8352eafdfa8c41442a96f88878ac581223b208d8d47bbf49cfe360293421cddbf564ae2042bf1f20b86249ae59de19fecf2e0a89eb3d0457ac66cdaa6ee6099256c5fd7d5af417b9a902b90991eb59e706a229eed7ebbbb2e87bc1735695725b483d22a1cc26725e2059aacabbf5dddd7a13a99e9fb08a6e21829bc85981e8ed23d21e9bcddd667d5ff5db4844b7907a42aee737216951ddaf35461ded12f7da48c44182d9ed21695136e3b1398a44458ffe9ba84072c9d2bbbaccd50e670392652a7ae67158b67af45fb10fb2660a52b7dde372f54cc4b8ffd65fa60b962cb9f7eadeb92c57baed6e5ee7cebcff0222d076376f8898f65f4024daee1b22a6fd171099b6fbd69018f55f4084daee9b2206fd1710a9b6fbf6b2d5bdff669574ed2de7507bdf68bb6f8b74eebfbc31946bbb1b89fe5b5f44ea8b7e7492dc4e1de4ddb62bd17ff97051b2ed0af4df441664061fbfffbaedf6eebf49110976ac19809c6abb02fd5774575f9532bf49e528488bb6dbb7ff4a5fe430e92b175bb5dd9efd571464e29701b56dbbbdfaafe8550e93be50ae43dbedd57f13752db589d46f0b857eadcd3d904e6db74fff155cb3a67cb175d7b6dba3ffde66623d6b191513ddd4bbb75df3fe2b3622ba631552b797730bc4a8ed1af75fb18fe0e5b674c7400cdbae71ff151a113d20621e4e8198b75dc3fe2b34229203e21048afb66bd87f45462490baceda2d909e6dd7b4fff6ffdeb0feaeb0981e48ffb66bd47f13152d7ddf95f7200e8148b45da3fedb7bd10aa4be99720944a8ed1af5dfa4cf0de59a1b98a5a2b794730144aced9af4df3eb75c6c3610e19b2e7a2e2c57726dd7a0ffa6f53dc60d457c5ff87e720e8008b75d83fe6b2e62c1637410f1b66bd07f4d456c788c0d62a3ed76efbf6622c1d282c7c82076da6ef7fe6b22a2ff4138b19bf15b6bbbddfb6faae2a0d3f108b60e471813c462dbedde7ff593e9728048bd5cc56a5a07bad86dbb9dfb6f3daec16215b4dccd034b07ec8c0662bded76efbfa94ac3952639b57005fe6211962ab9c927043240dbedde7fd35c95a1bf58fe8ac40f568b7af7286c9d64e88db45c55c36d1fedfb6f96169a2478e75cc95a430f47fd6189a513da460319aaed76efbfc991e478f2ea71d3f00fc77ceabd232a94cd138a470019b0ed1a7cfe9ba495ca8f67132f978793700fc713fb5a235685dd03a3870719b4ed1a7dfe7b38bd3b0caf837f8f8c5e1c0ef0aecfefce6d9f73ef0dbf5c0ddb768dae7f480ee7db57711c3529e364a813ee070619a1ed1a5eff90a57a16aa9aa596a9b491edd918036494b6dbe3fadf2c4b9a64d9602f9137ec72558db97df4bfffc3c440c66bbb52f77f9814c8a86d57eafe0f130219b9ed0addff613a20e3b75d91fb3f4c05c489b62b79ffb3330771a4ed0adeffecbc41dc69bb67d07fbd213c4a27c7c3cdfe6b1dc4b1b6eb7cffb50de25cdb75bdff7ab6972bf7daaedbfdd72a88a36dd7e9fe6b13c4d9b6eb72fff56c2e572fdaee1f4ec6b9fe6b0f242bcafbf5dd7ff9d3c96cfe7b82baffaa09836455b4593fcfb59379f114d7f7d99427247a99df9c4c58be7892f194f790e259bea8f8cafbe0b9960f5ef4d797e7cf73d29b7af62cc9d7f8eae3e547d772f931fa9e3c7f9eb3f93ee4a6d21372e1dc847cf234c82cbfa002041040000104104000010410400001041040000104104000010410400001041040003179cd2e5a06102664962017572d7309c8002017ded5b776d9feee5d023208c8e3fef174f63f01190a64bf7d389ded2320834dc8c3ee74b64c082080000208208000020820800002082080000208208000020820800002082080000208208000020820800002082080000208208000020820800002082080000208208000020820800002082080000208208000020820800002082080000208208000020820800002082080000208208000322ac8ed20f9ac412e4dd21ec4e8e12fa3ef9f6f9d8af77590e455fcc933c965fb09314af43dfbea54bc1f03651b9965bb6fe1b17bd897660fff6db7fde154bcfd30f97bffd32cad3c741ecd1efe71b7772bde6ea86ccdd2f6e11fcc1efe61e758bc1d0184000208010410020820041040082004104008208010400021800042002180004200018400020801041002080104100208200410400820801040082080104000218000420001840042000184000208010410020820041002082004104008208010400021801040002127f30f6dc159fdf0f4947e0000000049454e44ae426082','9AD93A7617CC2303E3AC2FD3715C5D354AAA8725801B6FAD1153E52554B5A758');
CREATE TABLE learning_path (
    id     INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 2147483647),
    title  TEXT    NOT NULL UNIQUE CHECK (title <> '')
) STRICT;
INSERT INTO learning_path VALUES(1,'Basis voor iedereen');
INSERT INTO learning_path VALUES(2,'Verpleegkundig handelen');
INSERT INTO learning_path VALUES(3,'Verzorgen en helpen');
INSERT INTO learning_path VALUES(4,'Bedrijfshulpverlening');
INSERT INTO learning_path VALUES(5,'Palliatieve zorg');
INSERT INTO learning_path VALUES(6,'Dementie en gedrag');
INSERT INTO learning_path VALUES(7,'Terug na lang verzuim');
INSERT INTO learning_path VALUES(8,'Leidinggeven');
INSERT INTO learning_path VALUES(9,'Inwerken');
INSERT INTO learning_path VALUES(10,'Zorgtechnologie (in voorbereiding)');
CREATE TABLE learning_path_link (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    learning_path  INTEGER NOT NULL REFERENCES learning_path,
    link_type      TEXT    NOT NULL CHECK (link_type IN ('Person', 'Function', 'Location', 'Group', 'Theme')),
    person         INTEGER REFERENCES person       CHECK ((person IS NOT NULL) = (link_type IN ('Person', 'Theme'))),
    function       INTEGER REFERENCES function     CHECK ((function IS NOT NULL) = (link_type = 'Function')),
    division       INTEGER REFERENCES division     CHECK ((division IS NOT NULL) = (link_type = 'Location')),
    person_group   INTEGER REFERENCES person_group CHECK ((person_group IS NOT NULL) = (link_type = 'Group'))
) STRICT;
INSERT INTO learning_path_link VALUES(1,1,'Location',NULL,NULL,12,NULL);
INSERT INTO learning_path_link VALUES(2,1,'Location',NULL,NULL,9,NULL);
INSERT INTO learning_path_link VALUES(3,1,'Location',NULL,NULL,16,NULL);
INSERT INTO learning_path_link VALUES(4,1,'Location',NULL,NULL,1,NULL);
INSERT INTO learning_path_link VALUES(5,1,'Location',NULL,NULL,6,NULL);
INSERT INTO learning_path_link VALUES(6,4,'Group',NULL,NULL,NULL,1);
INSERT INTO learning_path_link VALUES(7,6,'Location',NULL,NULL,3,NULL);
INSERT INTO learning_path_link VALUES(8,6,'Theme',19,NULL,NULL,NULL);
INSERT INTO learning_path_link VALUES(9,6,'Theme',22,NULL,NULL,NULL);
INSERT INTO learning_path_link VALUES(10,6,'Theme',46,NULL,NULL,NULL);
INSERT INTO learning_path_link VALUES(11,9,'Group',NULL,NULL,NULL,2);
INSERT INTO learning_path_link VALUES(12,8,'Function',NULL,8,NULL,NULL);
INSERT INTO learning_path_link VALUES(13,8,'Person',24,NULL,NULL,NULL);
INSERT INTO learning_path_link VALUES(14,5,'Group',NULL,NULL,NULL,3);
INSERT INTO learning_path_link VALUES(15,5,'Location',NULL,NULL,16,NULL);
INSERT INTO learning_path_link VALUES(16,5,'Theme',35,NULL,NULL,NULL);
INSERT INTO learning_path_link VALUES(17,5,'Theme',53,NULL,NULL,NULL);
INSERT INTO learning_path_link VALUES(18,7,'Person',36,NULL,NULL,NULL);
INSERT INTO learning_path_link VALUES(19,7,'Person',49,NULL,NULL,NULL);
INSERT INTO learning_path_link VALUES(20,2,'Function',NULL,3,NULL,NULL);
INSERT INTO learning_path_link VALUES(21,2,'Function',NULL,2,NULL,NULL);
INSERT INTO learning_path_link VALUES(22,2,'Function',NULL,4,NULL,NULL);
INSERT INTO learning_path_link VALUES(23,3,'Function',NULL,5,NULL,NULL);
INSERT INTO learning_path_link VALUES(24,3,'Function',NULL,1,NULL,NULL);
CREATE TABLE learning_path_training (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    learning_path  INTEGER NOT NULL REFERENCES learning_path,
    training       INTEGER NOT NULL REFERENCES LearningModule,
    UNIQUE (learning_path, training)
) STRICT;
INSERT INTO learning_path_training VALUES(1,1,2);
INSERT INTO learning_path_training VALUES(2,1,3);
INSERT INTO learning_path_training VALUES(3,4,4);
INSERT INTO learning_path_training VALUES(4,4,5);
INSERT INTO learning_path_training VALUES(5,4,2147483655);
INSERT INTO learning_path_training VALUES(6,4,6);
INSERT INTO learning_path_training VALUES(7,4,9);
INSERT INTO learning_path_training VALUES(8,6,17);
INSERT INTO learning_path_training VALUES(9,6,18);
INSERT INTO learning_path_training VALUES(10,9,2147483671);
INSERT INTO learning_path_training VALUES(11,9,1);
INSERT INTO learning_path_training VALUES(12,8,19);
INSERT INTO learning_path_training VALUES(13,5,2147483670);
INSERT INTO learning_path_training VALUES(14,5,15);
INSERT INTO learning_path_training VALUES(15,5,16);
INSERT INTO learning_path_training VALUES(16,7,8);
INSERT INTO learning_path_training VALUES(17,7,14);
INSERT INTO learning_path_training VALUES(18,7,7);
INSERT INTO learning_path_training VALUES(19,2,2147483660);
INSERT INTO learning_path_training VALUES(20,2,10);
INSERT INTO learning_path_training VALUES(21,2,11);
INSERT INTO learning_path_training VALUES(22,2,13);
INSERT INTO learning_path_training VALUES(23,2,12);
INSERT INTO learning_path_training VALUES(24,3,8);
INSERT INTO learning_path_training VALUES(25,3,13);
INSERT INTO learning_path_training VALUES(26,3,20);
INSERT INTO learning_path_training VALUES(27,3,7);
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
INSERT INTO ledger_change VALUES(1,1,'divisions.csv',1,2,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(2,1,'divisions.csv',2,3,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(3,1,'divisions.csv',3,4,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(4,1,'divisions.csv',4,5,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(5,1,'divisions.csv',5,6,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(6,1,'divisions.csv',6,7,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(7,1,'divisions.csv',7,8,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(8,1,'divisions.csv',8,9,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(9,1,'divisions.csv',9,10,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(10,1,'divisions.csv',10,11,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(11,1,'divisions.csv',11,12,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(12,1,'divisions.csv',12,13,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(13,1,'divisions.csv',13,14,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(14,1,'divisions.csv',14,15,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(15,1,'divisions.csv',15,16,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(16,1,'divisions.csv',16,17,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(17,1,'divisions.csv',18,18,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(18,1,'functions.csv',1,2,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(19,1,'functions.csv',2,3,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(20,1,'functions.csv',3,4,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(21,1,'functions.csv',4,5,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(22,1,'functions.csv',5,6,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(23,1,'functions.csv',6,7,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(24,1,'functions.csv',7,8,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(25,1,'functions.csv',8,9,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(26,1,'functions.csv',9,10,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(27,1,'functions.csv',10,11,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(28,1,'functions.csv',11,12,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(29,1,'functions.csv',12,13,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(30,1,'functions.csv',13,14,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(31,1,'functions.csv',14,15,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(32,1,'functions.csv',15,16,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(33,1,'functions.csv',16,17,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(34,1,'functions.csv',18,18,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(35,1,'groups.csv',1,2,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(36,1,'groups.csv',2,3,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(37,1,'groups.csv',3,4,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(38,1,'groups.csv',4,5,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(39,1,'groups.csv',5,6,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(40,1,'groups.csv',7,7,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(41,1,'persons.csv',1,2,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(42,1,'persons.csv',2,3,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(43,1,'persons.csv',3,4,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(44,1,'persons.csv',4,5,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(45,1,'persons.csv',5,6,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(46,1,'persons.csv',6,7,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(47,1,'persons.csv',7,8,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(48,1,'persons.csv',8,9,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(49,1,'persons.csv',9,10,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(50,1,'persons.csv',10,11,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(51,1,'persons.csv',11,12,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(52,1,'persons.csv',12,13,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(53,1,'persons.csv',13,14,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(54,1,'persons.csv',14,15,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(55,1,'persons.csv',15,16,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(56,1,'persons.csv',16,17,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(57,1,'persons.csv',17,18,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(58,1,'persons.csv',18,19,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(59,1,'persons.csv',19,20,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(60,1,'persons.csv',20,21,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(61,1,'persons.csv',21,22,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(62,1,'persons.csv',22,23,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(63,1,'persons.csv',23,24,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(64,1,'persons.csv',24,25,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(65,1,'persons.csv',25,26,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(66,1,'persons.csv',26,27,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(67,1,'persons.csv',27,28,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(68,1,'persons.csv',28,29,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(69,1,'persons.csv',29,30,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(70,1,'persons.csv',30,31,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(71,1,'persons.csv',31,32,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(72,1,'persons.csv',32,33,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(73,1,'persons.csv',34,34,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(74,1,'persons.csv',35,35,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(75,1,'persons.csv',36,36,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(76,1,'persons.csv',37,37,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(77,1,'persons.csv',38,38,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(78,1,'persons.csv',39,39,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(79,1,'persons.csv',40,40,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(80,1,'persons.csv',41,41,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(81,1,'persons.csv',42,42,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(82,1,'persons.csv',43,43,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(83,1,'persons.csv',44,44,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(84,1,'persons.csv',45,45,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(85,1,'persons.csv',46,46,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(86,1,'persons.csv',47,47,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(87,1,'persons.csv',48,48,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(88,1,'persons.csv',49,49,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(89,1,'persons.csv',50,50,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(90,1,'persons.csv',51,51,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(91,1,'persons.csv',52,52,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(92,1,'persons.csv',53,53,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(93,1,'persons.csv',54,54,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(94,1,'persons.csv',55,55,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(95,1,'persons.csv',56,56,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(96,1,'persons.csv',57,57,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(97,1,'persons.csv',58,58,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(98,1,'persons.csv',59,59,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(99,1,'persons.csv',60,60,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(100,1,'persons.csv',61,61,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(101,1,'persons.csv',62,62,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(102,1,'group_members.csv',1,2,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(103,1,'group_members.csv',2,3,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(104,1,'group_members.csv',3,4,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(105,1,'group_members.csv',4,5,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(106,1,'group_members.csv',5,6,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(107,1,'group_members.csv',6,7,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(108,1,'group_members.csv',7,8,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(109,1,'group_members.csv',8,9,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(110,1,'group_members.csv',9,10,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(111,1,'group_members.csv',10,11,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(112,1,'group_members.csv',11,12,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(113,1,'group_members.csv',12,13,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(114,1,'group_members.csv',13,14,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(115,1,'group_members.csv',14,15,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(116,1,'group_members.csv',15,16,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(117,1,'group_members.csv',16,17,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(118,1,'group_members.csv',17,18,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(119,1,'group_members.csv',18,19,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(120,1,'group_members.csv',19,20,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(121,1,'group_members.csv',20,21,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(122,1,'group_members.csv',21,22,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(123,1,'group_members.csv',22,23,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(124,1,'group_members.csv',23,24,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(125,1,'group_members.csv',24,25,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(126,1,'group_members.csv',25,26,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(127,1,'group_members.csv',26,27,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(128,1,'group_members.csv',27,28,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(129,1,'group_members.csv',28,29,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(130,1,'group_members.csv',29,30,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(131,1,'group_members.csv',30,31,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(132,1,'group_members.csv',31,32,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(133,1,'group_members.csv',32,33,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(134,1,'group_members.csv',33,34,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(135,1,'group_members.csv',34,35,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(136,1,'group_members.csv',35,36,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(137,1,'steps.csv',1,2,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(138,1,'steps.csv',2,3,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(139,1,'steps.csv',3,4,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(140,1,'steps.csv',4,5,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(141,1,'categories.csv',1,2,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(142,1,'categories.csv',2,3,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(143,1,'categories.csv',3,4,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(144,1,'categories.csv',4,5,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(145,1,'categories.csv',5,6,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(146,1,'categories.csv',6,7,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(147,1,'categories.csv',7,8,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(148,1,'categories.csv',8,9,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(149,1,'categories.csv',9,10,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(150,1,'categories.csv',10,11,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(151,1,'categories.csv',11,12,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(152,1,'categories.csv',12,13,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(153,1,'categories.csv',13,14,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(154,1,'trainings.csv',1,2,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(155,1,'trainings.csv',2,3,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(156,1,'trainings.csv',3,4,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(157,1,'trainings.csv',4,5,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(158,1,'trainings.csv',5,6,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(159,1,'trainings.csv',6,7,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(160,1,'trainings.csv',7,8,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(161,1,'trainings.csv',8,9,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(162,1,'trainings.csv',9,10,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(163,1,'trainings.csv',10,11,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(164,1,'trainings.csv',11,12,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(165,1,'trainings.csv',12,13,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(166,1,'trainings.csv',13,14,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(167,1,'trainings.csv',14,15,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(168,1,'trainings.csv',15,16,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(169,1,'trainings.csv',16,17,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(170,1,'trainings.csv',17,18,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(171,1,'trainings.csv',18,19,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(172,1,'trainings.csv',19,20,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(173,1,'trainings.csv',20,21,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(174,1,'trainings.csv',21,22,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(175,1,'trainings.csv',2147483655,23,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(176,1,'trainings.csv',2147483660,24,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(177,1,'trainings.csv',2147483670,25,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(178,1,'trainings.csv',2147483671,26,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(179,1,'tasks.csv',101,2,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(180,1,'tasks.csv',102,3,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(181,1,'tasks.csv',103,4,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(182,1,'tasks.csv',104,5,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(183,1,'tasks.csv',105,6,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(184,1,'tasks.csv',106,7,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(185,1,'tasks.csv',107,8,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(186,1,'tasks.csv',108,9,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(187,1,'tasks.csv',109,10,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(188,1,'tasks.csv',110,11,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(189,1,'tasks.csv',111,12,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(190,1,'tasks.csv',112,13,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(191,1,'tasks.csv',113,14,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(192,1,'tasks.csv',114,15,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(193,1,'tasks.csv',115,16,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(194,1,'tasks.csv',116,17,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(195,1,'tasks.csv',117,18,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(196,1,'tasks.csv',118,19,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(197,1,'tasks.csv',119,20,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(198,1,'tasks.csv',120,21,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(199,1,'tasks.csv',121,22,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(200,1,'tasks.csv',122,23,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(201,1,'tasks.csv',123,24,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(202,1,'tasks.csv',124,25,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(203,1,'tasks.csv',125,26,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(204,1,'training_tasks.csv',1,2,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(205,1,'training_tasks.csv',2,3,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(206,1,'training_tasks.csv',3,4,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(207,1,'training_tasks.csv',4,5,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(208,1,'training_tasks.csv',5,6,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(209,1,'training_tasks.csv',6,7,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(210,1,'training_tasks.csv',7,8,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(211,1,'training_tasks.csv',8,9,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(212,1,'training_tasks.csv',9,10,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(213,1,'training_tasks.csv',10,11,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(214,1,'training_tasks.csv',11,12,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(215,1,'training_tasks.csv',12,13,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(216,1,'training_tasks.csv',13,14,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(217,1,'training_tasks.csv',14,15,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(218,1,'training_tasks.csv',15,16,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(219,1,'training_tasks.csv',16,17,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(220,1,'training_tasks.csv',17,18,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(221,1,'training_tasks.csv',18,19,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(222,1,'training_tasks.csv',19,20,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(223,1,'training_tasks.csv',20,21,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(224,1,'training_tasks.csv',21,22,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(225,1,'training_tasks.csv',22,23,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(226,1,'training_tasks.csv',23,24,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(227,1,'training_tasks.csv',24,25,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(228,1,'training_tasks.csv',25,26,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(229,1,'training_tasks.csv',26,27,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(230,1,'training_tasks.csv',27,28,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(231,1,'training_tasks.csv',28,29,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(232,1,'training_tasks.csv',29,30,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(233,1,'block_courses.csv',1,2,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(234,1,'block_courses.csv',2,3,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(235,1,'block_courses.csv',3,4,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(236,1,'block_courses.csv',4,5,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(237,1,'block_courses.csv',5,6,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(238,1,'block_courses.csv',6,7,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(239,1,'block_courses.csv',7,8,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(240,1,'block_courses.csv',8,9,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(241,1,'block_courses.csv',9,10,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(242,1,'block_courses.csv',10,11,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(243,1,'block_courses.csv',11,12,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(244,1,'block_courses.csv',12,13,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(245,1,'training_thresholds.csv',1,2,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(246,1,'training_thresholds.csv',2,3,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(247,1,'training_thresholds.csv',3,4,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(248,1,'training_thresholds.csv',4,5,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(249,1,'training_thresholds.csv',5,6,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(250,1,'training_thresholds.csv',6,7,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(251,1,'training_thresholds.csv',7,8,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(252,1,'training_thresholds.csv',8,9,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(253,1,'training_trainers.csv',1,2,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(254,1,'training_trainers.csv',2,3,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(255,1,'training_trainers.csv',3,4,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(256,1,'training_trainers.csv',4,5,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(257,1,'training_trainers.csv',5,6,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(258,1,'training_trainers.csv',6,7,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(259,1,'training_trainers.csv',7,8,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(260,1,'training_trainers.csv',8,9,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(261,1,'training_trainers.csv',9,10,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(262,1,'training_trainers.csv',10,11,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(263,1,'training_trainers.csv',11,12,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(264,1,'training_trainers.csv',12,13,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(265,1,'training_trainers.csv',13,14,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(266,1,'training_trainers.csv',14,15,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(267,1,'training_trainers.csv',15,16,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(268,1,'training_trainers.csv',16,17,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(269,1,'training_trainers.csv',17,18,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(270,1,'training_trainers.csv',18,19,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(271,1,'training_trainers.csv',19,20,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(272,1,'training_trainers.csv',20,21,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(273,1,'training_trainers.csv',21,22,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(274,1,'training_trainers.csv',22,23,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(275,1,'learning_paths.csv',1,2,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(276,1,'learning_paths.csv',2,3,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(277,1,'learning_paths.csv',3,4,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(278,1,'learning_paths.csv',4,5,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(279,1,'learning_paths.csv',5,6,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(280,1,'learning_paths.csv',6,7,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(281,1,'learning_paths.csv',7,8,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(282,1,'learning_paths.csv',8,9,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(283,1,'learning_paths.csv',9,10,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(284,1,'learning_paths.csv',10,11,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(285,1,'learning_path_trainings.csv',1,2,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(286,1,'learning_path_trainings.csv',2,3,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(287,1,'learning_path_trainings.csv',3,4,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(288,1,'learning_path_trainings.csv',4,5,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(289,1,'learning_path_trainings.csv',5,6,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(290,1,'learning_path_trainings.csv',6,7,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(291,1,'learning_path_trainings.csv',7,8,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(292,1,'learning_path_trainings.csv',8,9,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(293,1,'learning_path_trainings.csv',9,10,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(294,1,'learning_path_trainings.csv',10,11,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(295,1,'learning_path_trainings.csv',11,12,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(296,1,'learning_path_trainings.csv',12,13,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(297,1,'learning_path_trainings.csv',13,14,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(298,1,'learning_path_trainings.csv',14,15,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(299,1,'learning_path_trainings.csv',15,16,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(300,1,'learning_path_trainings.csv',16,17,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(301,1,'learning_path_trainings.csv',17,18,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(302,1,'learning_path_trainings.csv',18,19,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(303,1,'learning_path_trainings.csv',19,20,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(304,1,'learning_path_trainings.csv',20,21,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(305,1,'learning_path_trainings.csv',21,22,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(306,1,'learning_path_trainings.csv',22,23,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(307,1,'learning_path_trainings.csv',23,24,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(308,1,'learning_path_trainings.csv',24,25,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(309,1,'learning_path_trainings.csv',25,26,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(310,1,'learning_path_trainings.csv',26,27,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(311,1,'learning_path_trainings.csv',27,28,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(312,1,'learning_path_links.csv',1,2,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(313,1,'learning_path_links.csv',2,3,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(314,1,'learning_path_links.csv',3,4,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(315,1,'learning_path_links.csv',4,5,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(316,1,'learning_path_links.csv',5,6,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(317,1,'learning_path_links.csv',6,7,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(318,1,'learning_path_links.csv',7,8,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(319,1,'learning_path_links.csv',8,9,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(320,1,'learning_path_links.csv',9,10,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(321,1,'learning_path_links.csv',10,11,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(322,1,'learning_path_links.csv',11,12,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(323,1,'learning_path_links.csv',12,13,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(324,1,'learning_path_links.csv',13,14,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(325,1,'learning_path_links.csv',14,15,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(326,1,'learning_path_links.csv',15,16,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(327,1,'learning_path_links.csv',16,17,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(328,1,'learning_path_links.csv',17,18,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(329,1,'learning_path_links.csv',18,19,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(330,1,'learning_path_links.csv',19,20,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(331,1,'learning_path_links.csv',20,21,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(332,1,'learning_path_links.csv',21,22,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(333,1,'learning_path_links.csv',22,23,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(334,1,'learning_path_links.csv',23,24,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(335,1,'learning_path_links.csv',24,25,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(336,1,'classes.csv',1,2,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(337,1,'classes.csv',2,3,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(338,1,'classes.csv',3,4,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(339,1,'classes.csv',4,5,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(340,1,'classes.csv',5,6,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(341,1,'classes.csv',6,7,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(342,1,'classes.csv',7,8,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(343,1,'classes.csv',8,9,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(344,1,'classes.csv',9,10,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(345,1,'classes.csv',10,11,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(346,1,'classes.csv',11,12,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(347,1,'classes.csv',12,13,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(348,1,'classes.csv',13,14,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(349,1,'classes.csv',14,15,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(350,1,'classes.csv',15,16,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(351,1,'classes.csv',16,17,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(352,1,'classes.csv',17,18,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(353,1,'classes.csv',18,19,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(354,1,'classes.csv',19,20,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(355,1,'classes.csv',20,21,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(356,1,'classes.csv',21,22,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(357,1,'classes.csv',22,23,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(358,1,'classes.csv',23,24,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(359,1,'classes.csv',24,25,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(360,1,'classes.csv',25,26,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(361,1,'classes.csv',26,27,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(362,1,'classes.csv',27,28,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(363,1,'classes.csv',28,29,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(364,1,'classes.csv',29,30,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(365,1,'classes.csv',30,31,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(366,1,'classes.csv',31,32,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(367,1,'classes.csv',32,33,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(368,1,'classes.csv',33,34,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(369,1,'class_dates.csv',1001,2,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(370,1,'class_dates.csv',1002,3,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(371,1,'class_dates.csv',1003,4,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(372,1,'class_dates.csv',1004,5,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(373,1,'class_dates.csv',1005,6,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(374,1,'class_dates.csv',1006,7,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(375,1,'class_dates.csv',1007,8,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(376,1,'class_dates.csv',1008,9,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(377,1,'class_dates.csv',1009,10,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(378,1,'class_dates.csv',1010,11,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(379,1,'class_dates.csv',1011,12,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(380,1,'class_dates.csv',1012,13,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(381,1,'class_dates.csv',1013,14,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(382,1,'class_dates.csv',1014,15,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(383,1,'class_dates.csv',1015,16,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(384,1,'class_dates.csv',1016,17,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(385,1,'class_dates.csv',1017,18,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(386,1,'class_dates.csv',1018,19,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(387,1,'class_dates.csv',1019,20,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(388,1,'class_dates.csv',1020,21,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(389,1,'class_dates.csv',1021,22,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(390,1,'class_dates.csv',1022,23,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(391,1,'class_dates.csv',1023,24,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(392,1,'class_dates.csv',1024,25,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(393,1,'class_dates.csv',1025,26,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(394,1,'class_dates.csv',1026,27,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(395,1,'class_dates.csv',1027,28,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(396,1,'class_dates.csv',1028,29,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(397,1,'class_dates.csv',1029,30,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(398,1,'class_dates.csv',1030,31,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(399,1,'class_dates.csv',1031,32,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(400,1,'class_dates.csv',1032,33,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(401,1,'class_dates.csv',1033,34,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(402,1,'class_dates.csv',1034,35,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(403,1,'class_dates.csv',1035,36,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(404,1,'class_dates.csv',1036,37,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(405,1,'class_dates.csv',1037,38,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(406,1,'class_dates.csv',1038,39,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(407,1,'class_dates.csv',1039,40,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(408,1,'class_dates.csv',1040,41,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(409,1,'class_dates.csv',1041,42,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(410,1,'class_dates.csv',1042,43,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(411,1,'class_dates.csv',1043,44,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(412,1,'class_dates.csv',1044,45,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(413,1,'class_dates.csv',1045,46,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(414,1,'class_dates.csv',1046,47,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(415,1,'class_dates.csv',1047,48,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(416,1,'class_dates.csv',1048,49,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(417,1,'class_dates.csv',1049,50,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(418,1,'class_trainers.csv',1,2,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(419,1,'class_trainers.csv',2,3,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(420,1,'class_trainers.csv',3,4,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(421,1,'class_trainers.csv',4,5,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(422,1,'class_trainers.csv',5,6,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(423,1,'class_trainers.csv',6,7,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(424,1,'class_trainers.csv',7,8,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(425,1,'class_trainers.csv',8,9,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(426,1,'class_trainers.csv',9,10,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(427,1,'class_trainers.csv',10,11,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(428,1,'class_trainers.csv',11,12,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(429,1,'class_trainers.csv',12,13,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(430,1,'class_trainers.csv',13,14,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(431,1,'class_trainers.csv',14,15,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(432,1,'class_trainers.csv',15,16,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(433,1,'class_trainers.csv',16,17,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(434,1,'class_trainers.csv',17,18,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(435,1,'class_trainers.csv',18,19,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(436,1,'class_trainers.csv',19,20,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(437,1,'class_trainers.csv',20,21,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(438,1,'class_trainers.csv',21,22,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(439,1,'class_trainers.csv',22,23,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(440,1,'class_trainers.csv',23,24,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(441,1,'class_trainers.csv',24,25,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(442,1,'class_trainers.csv',25,26,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(443,1,'class_trainers.csv',26,27,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(444,1,'class_trainers.csv',27,28,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(445,1,'class_trainers.csv',28,29,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(446,1,'class_trainers.csv',29,30,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(447,1,'class_trainers.csv',30,31,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(448,1,'class_trainers.csv',31,32,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(449,1,'class_trainers.csv',32,33,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(450,1,'class_trainers.csv',33,34,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(451,1,'class_trainers.csv',34,35,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(452,1,'class_trainers.csv',35,36,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(453,1,'class_trainers.csv',36,37,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(454,1,'class_trainers.csv',37,38,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(455,1,'class_trainers.csv',38,39,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(456,1,'class_trainers.csv',39,40,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(457,1,'class_trainers.csv',40,41,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(458,1,'class_trainers.csv',41,42,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(459,1,'class_trainers.csv',42,43,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(460,1,'dim_reasons.csv',1,2,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(461,1,'dim_reasons.csv',2,3,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(462,1,'dim_reasons.csv',3,4,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(463,1,'dim_reasons.csv',9,5,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(464,1,'dimmings.csv',1,2,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(465,1,'dimmings.csv',2,3,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(466,1,'dimmings.csv',3,4,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(467,1,'dimmings.csv',4,5,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(468,1,'dimmings.csv',5,6,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(469,1,'dimmings.csv',6,7,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(470,1,'dimmings.csv',7,8,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(471,1,'dimmings.csv',8,9,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(472,1,'enrollments.csv',5001,2,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(473,1,'enrollments.csv',5002,3,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(474,1,'enrollments.csv',5003,4,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(475,1,'enrollments.csv',5004,5,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(476,1,'enrollments.csv',5005,6,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(477,1,'enrollments.csv',5006,7,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(478,1,'enrollments.csv',5007,8,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(479,1,'enrollments.csv',5008,9,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(480,1,'enrollments.csv',5009,10,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(481,1,'enrollments.csv',5010,11,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(482,1,'enrollments.csv',5011,12,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(483,1,'enrollments.csv',5012,13,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(484,1,'enrollments.csv',5013,14,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(485,1,'enrollments.csv',5014,15,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(486,1,'enrollments.csv',5015,16,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(487,1,'enrollments.csv',5016,17,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(488,1,'enrollments.csv',5017,18,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(489,1,'enrollments.csv',5018,19,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(490,1,'enrollments.csv',5019,20,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(491,1,'enrollments.csv',5020,21,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(492,1,'enrollments.csv',5021,22,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(493,1,'enrollments.csv',5022,23,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(494,1,'enrollments.csv',5023,24,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(495,1,'enrollments.csv',5024,25,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(496,1,'enrollments.csv',5025,26,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(497,1,'enrollments.csv',5026,27,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(498,1,'enrollments.csv',5027,28,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(499,1,'enrollments.csv',5028,29,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(500,1,'enrollments.csv',5029,30,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(501,1,'enrollments.csv',5030,31,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(502,1,'enrollments.csv',5031,32,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(503,1,'enrollments.csv',5032,33,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(504,1,'enrollments.csv',5033,34,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(505,1,'enrollments.csv',5034,35,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(506,1,'enrollments.csv',5035,36,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(507,1,'enrollments.csv',5036,37,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(508,1,'enrollments.csv',5037,38,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(509,1,'enrollments.csv',5038,39,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(510,1,'enrollments.csv',5039,40,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(511,1,'enrollments.csv',5040,41,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(512,1,'enrollments.csv',5042,42,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(513,1,'enrollments.csv',5043,43,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(514,1,'enrollments.csv',5044,44,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(515,1,'enrollments.csv',5045,45,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(516,1,'enrollments.csv',5046,46,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(517,1,'enrollments.csv',5047,47,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(518,1,'enrollments.csv',5048,48,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(519,1,'enrollments.csv',5049,49,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(520,1,'enrollments.csv',5050,50,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(521,1,'enrollments.csv',5051,51,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(522,1,'enrollments.csv',5052,52,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(523,1,'enrollments.csv',5053,53,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(524,1,'enrollments.csv',5054,54,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(525,1,'enrollments.csv',5055,55,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(526,1,'enrollments.csv',5056,56,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(527,1,'enrollments.csv',5057,57,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(528,1,'enrollments.csv',5058,58,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(529,1,'enrollments.csv',5059,59,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(530,1,'enrollments.csv',5060,60,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(531,1,'enrollments.csv',5061,61,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(532,1,'enrollments.csv',5062,62,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(533,1,'enrollments.csv',5063,63,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(534,1,'enrollments.csv',5064,64,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(535,1,'enrollments.csv',5065,65,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(536,1,'enrollments.csv',5066,66,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(537,1,'enrollments.csv',5067,67,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(538,1,'enrollments.csv',5068,68,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(539,1,'enrollments.csv',5069,69,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(540,1,'enrollments.csv',5070,70,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(541,1,'enrollments.csv',5071,71,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(542,1,'enrollments.csv',5072,72,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(543,1,'enrollments.csv',5073,73,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(544,1,'enrollments.csv',5074,74,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(545,1,'enrollments.csv',5075,75,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(546,1,'enrollments.csv',5076,76,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(547,1,'enrollments.csv',5077,77,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(548,1,'enrollments.csv',5079,78,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(549,1,'enrollments.csv',5080,79,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(550,1,'enrollments.csv',5081,80,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(551,1,'enrollments.csv',5082,81,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(552,1,'enrollments.csv',5083,82,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(553,1,'enrollments.csv',5084,83,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(554,1,'enrollments.csv',5085,84,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(555,1,'enrollments.csv',5086,85,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(556,1,'enrollments.csv',5087,86,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(557,1,'enrollments.csv',5088,87,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(558,1,'enrollments.csv',5089,88,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(559,1,'enrollments.csv',5090,89,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(560,1,'enrollments.csv',5091,90,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(561,1,'enrollments.csv',5092,91,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(562,1,'enrollments.csv',5093,92,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(563,1,'enrollments.csv',5094,93,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(564,1,'enrollments.csv',5095,94,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(565,1,'enrollments.csv',5096,95,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(566,1,'enrollments.csv',5097,96,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(567,1,'enrollments.csv',5098,97,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(568,1,'enrollments.csv',5099,98,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(569,1,'enrollments.csv',5100,99,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(570,1,'enrollments.csv',5101,100,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(571,1,'enrollments.csv',5102,101,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(572,1,'enrollments.csv',5103,102,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(573,1,'enrollments.csv',5104,103,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(574,1,'enrollments.csv',5105,104,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(575,1,'enrollments.csv',5106,105,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(576,1,'enrollments.csv',5107,106,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(577,1,'enrollments.csv',5108,107,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(578,1,'enrollments.csv',5109,108,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(579,1,'enrollments.csv',5110,109,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(580,1,'enrollments.csv',5111,110,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(581,1,'enrollments.csv',5112,111,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(582,1,'enrollments.csv',5113,112,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(583,1,'enrollments.csv',5114,113,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(584,1,'enrollments.csv',5115,114,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(585,1,'enrollments.csv',5116,115,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(586,1,'enrollments.csv',5117,116,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(587,1,'enrollments.csv',5118,117,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(588,1,'enrollments.csv',5119,118,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(589,1,'enrollments.csv',5120,119,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(590,1,'enrollments.csv',5121,120,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(591,1,'enrollments.csv',5122,121,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(592,1,'enrollments.csv',5123,122,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(593,1,'enrollments.csv',5124,123,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(594,1,'enrollments.csv',5125,124,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(595,1,'enrollments.csv',5126,125,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(596,1,'enrollments.csv',5127,126,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(597,1,'enrollments.csv',5128,127,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(598,1,'enrollments.csv',5129,128,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(599,1,'enrollments.csv',5130,129,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(600,1,'enrollments.csv',5131,130,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(601,1,'enrollments.csv',5132,131,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(602,1,'enrollments.csv',5133,132,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(603,1,'enrollments.csv',5134,133,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(604,1,'enrollments.csv',5135,134,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(605,1,'enrollments.csv',5136,135,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(606,1,'enrollments.csv',5137,136,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(607,1,'enrollments.csv',5138,137,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(608,1,'enrollments.csv',5139,138,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(609,1,'enrollments.csv',5140,139,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(610,1,'enrollments.csv',5141,140,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(611,1,'enrollments.csv',5142,141,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(612,1,'enrollments.csv',5143,142,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(613,1,'enrollments.csv',5144,143,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(614,1,'enrollments.csv',5145,144,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(615,1,'enrollments.csv',5146,145,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(616,1,'enrollments.csv',5147,146,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(617,1,'enrollments.csv',5148,147,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(618,1,'enrollments.csv',5149,148,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(619,1,'enrollments.csv',5150,149,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(620,1,'enrollments.csv',5151,150,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(621,1,'enrollments.csv',9001,151,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(622,1,'progress.csv',1,2,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(623,1,'progress.csv',2,3,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(624,1,'progress.csv',3,4,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(625,1,'progress.csv',4,5,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(626,1,'progress.csv',5,6,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(627,1,'progress.csv',6,7,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(628,1,'progress.csv',7,8,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(629,1,'progress.csv',8,9,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(630,1,'progress.csv',9,10,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(631,1,'progress.csv',10,11,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(632,1,'progress.csv',11,12,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(633,1,'progress.csv',12,13,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(634,1,'progress.csv',13,14,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(635,1,'progress.csv',14,15,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(636,1,'progress.csv',15,16,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(637,1,'progress.csv',16,17,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(638,1,'progress.csv',17,18,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(639,1,'progress.csv',18,19,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(640,1,'progress.csv',19,20,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(641,1,'progress.csv',20,21,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(642,1,'progress.csv',21,22,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(643,1,'progress.csv',22,23,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(644,1,'progress.csv',23,24,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(645,1,'progress.csv',24,25,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(646,1,'progress.csv',25,26,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(647,1,'progress.csv',26,27,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(648,1,'progress.csv',27,28,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(649,1,'progress.csv',28,29,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(650,1,'progress.csv',29,30,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(651,1,'progress.csv',30,31,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(652,1,'progress.csv',31,32,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(653,1,'progress.csv',32,33,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(654,1,'progress.csv',33,34,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(655,1,'progress.csv',34,35,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(656,1,'progress.csv',35,36,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(657,1,'progress.csv',36,37,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(658,1,'progress.csv',37,38,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(659,1,'progress.csv',38,39,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(660,1,'progress.csv',39,40,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(661,1,'progress.csv',40,41,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(662,1,'progress.csv',41,42,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(663,1,'progress.csv',42,43,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(664,1,'progress.csv',43,44,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(665,1,'progress.csv',44,45,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(666,1,'progress.csv',45,46,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(667,1,'progress.csv',46,47,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(668,1,'progress.csv',47,48,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(669,1,'progress.csv',48,49,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(670,1,'progress.csv',49,50,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(671,1,'progress.csv',50,51,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(672,1,'progress.csv',51,52,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(673,1,'progress.csv',52,53,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(674,1,'progress.csv',53,54,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(675,1,'progress.csv',54,55,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(676,1,'progress.csv',55,56,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(677,1,'progress.csv',56,57,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(678,1,'progress.csv',57,58,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(679,1,'progress.csv',58,59,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(680,1,'progress.csv',59,60,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(681,1,'progress.csv',60,61,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(682,1,'progress.csv',61,62,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(683,1,'progress.csv',62,63,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(684,1,'progress.csv',63,64,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(685,1,'results.csv',20001,2,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(686,1,'results.csv',20002,3,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(687,1,'results.csv',20003,4,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(688,1,'results.csv',20004,5,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(689,1,'results.csv',20005,6,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(690,1,'results.csv',20006,7,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(691,1,'results.csv',20007,8,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(692,1,'results.csv',20008,9,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(693,1,'results.csv',20009,10,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(694,1,'results.csv',20010,11,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(695,1,'results.csv',20011,12,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(696,1,'results.csv',20012,13,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(697,1,'results.csv',20013,14,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(698,1,'results.csv',20014,15,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(699,1,'results.csv',20015,16,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(700,1,'results.csv',20016,17,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(701,1,'results.csv',20017,18,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(702,1,'results.csv',20018,19,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(703,1,'results.csv',20019,20,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(704,1,'results.csv',20020,21,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(705,1,'results.csv',20021,22,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(706,1,'results.csv',20022,23,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(707,1,'results.csv',20023,24,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(708,1,'results.csv',20024,25,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(709,1,'results.csv',20025,26,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(710,1,'results.csv',20026,27,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(711,1,'results.csv',20027,28,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(712,1,'results.csv',20028,29,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(713,1,'results.csv',20029,30,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(714,1,'results.csv',20030,31,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(715,1,'results.csv',20031,32,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(716,1,'results.csv',20032,33,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(717,1,'results.csv',20033,34,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(718,1,'results.csv',20034,35,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(719,1,'results.csv',20035,36,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(720,1,'results.csv',20036,37,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(721,1,'results.csv',20037,38,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(722,1,'results.csv',20038,39,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(723,1,'results.csv',20039,40,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(724,1,'results.csv',20040,41,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(725,1,'results.csv',20041,42,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(726,1,'results.csv',20042,43,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(727,1,'results.csv',20043,44,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(728,1,'results.csv',20044,45,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(729,1,'results.csv',20045,46,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(730,1,'results.csv',20046,47,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(731,1,'results.csv',20047,48,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(732,1,'results.csv',20048,49,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(733,1,'results.csv',20049,50,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(734,1,'results.csv',20050,51,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(735,1,'results.csv',20051,52,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(736,1,'results.csv',20052,53,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(737,1,'results.csv',20053,54,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(738,1,'results.csv',20054,55,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(739,1,'results.csv',20055,56,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(740,1,'results.csv',20056,57,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(741,1,'results.csv',20057,58,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(742,1,'results.csv',20058,59,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(743,1,'results.csv',20059,60,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(744,1,'results.csv',20060,61,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(745,1,'results.csv',20062,62,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(746,1,'results.csv',20063,63,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(747,1,'results.csv',20064,64,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(748,1,'results.csv',20065,65,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(749,1,'results.csv',20066,66,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(750,1,'results.csv',20067,67,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(751,1,'results.csv',20068,68,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(752,1,'results.csv',20069,69,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(753,1,'results.csv',20070,70,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(754,1,'results.csv',20071,71,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(755,1,'results.csv',20072,72,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(756,1,'results.csv',20073,73,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(757,1,'results.csv',20074,74,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(758,1,'results.csv',20075,75,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(759,1,'results.csv',20076,76,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(760,1,'results.csv',20077,77,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(761,1,'results.csv',20078,78,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(762,1,'results.csv',20079,79,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(763,1,'results.csv',20080,80,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(764,1,'results.csv',20081,81,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(765,1,'results.csv',20082,82,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(766,1,'results.csv',20083,83,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(767,1,'results.csv',20084,84,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(768,1,'results.csv',20085,85,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(769,1,'results.csv',20086,86,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(770,1,'results.csv',20087,87,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(771,1,'results.csv',20088,88,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(772,1,'results.csv',20089,89,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(773,1,'results.csv',20090,90,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(774,1,'results.csv',20091,91,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(775,1,'results.csv',20092,92,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(776,1,'results.csv',20093,93,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(777,1,'results.csv',20094,94,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(778,1,'results.csv',20095,95,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(779,1,'results.csv',20096,96,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(780,1,'results.csv',20097,97,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(781,1,'results.csv',20098,98,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(782,1,'results.csv',20099,99,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(783,1,'results.csv',20100,100,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(784,1,'results.csv',20101,101,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(785,1,'results.csv',20102,102,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(786,1,'results.csv',20103,103,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(787,1,'results.csv',20104,104,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(788,1,'results.csv',20105,105,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(789,1,'results.csv',20106,106,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(790,1,'results.csv',20107,107,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(791,1,'results.csv',20108,108,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(792,1,'results.csv',20109,109,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(793,1,'results.csv',20110,110,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(794,1,'results.csv',20111,111,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(795,1,'results.csv',20112,112,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(796,1,'results.csv',20113,113,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(797,1,'results.csv',20114,114,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(798,1,'results.csv',20115,115,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(799,1,'results.csv',20116,116,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(800,1,'results.csv',20117,117,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(801,1,'results.csv',20118,118,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(802,1,'results.csv',20119,119,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(803,1,'results.csv',20120,120,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(804,1,'results.csv',20121,121,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(805,1,'results.csv',20122,122,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(806,1,'results.csv',20123,123,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(807,1,'results.csv',20124,124,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(808,1,'results.csv',20125,125,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(809,1,'results.csv',20126,126,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(810,1,'results.csv',20127,127,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(811,1,'results.csv',20128,128,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(812,1,'results.csv',20129,129,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(813,1,'results.csv',20130,130,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(814,1,'results.csv',20131,131,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(815,1,'results.csv',20132,132,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(816,1,'results.csv',20133,133,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(817,1,'results.csv',20134,134,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(818,1,'results.csv',20135,135,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(819,1,'results.csv',20136,136,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(820,1,'results.csv',20137,137,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(821,1,'results.csv',20138,138,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(822,1,'results.csv',20139,139,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(823,1,'results.csv',20140,140,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(824,1,'results.csv',20141,141,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(825,1,'results.csv',20142,142,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(826,1,'results.csv',20143,143,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(827,1,'results.csv',20144,144,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(828,1,'results.csv',20145,145,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(829,1,'results.csv',20146,146,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(830,1,'results.csv',20147,147,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(831,1,'results.csv',20148,148,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(832,1,'results.csv',20149,149,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(833,1,'results.csv',20150,150,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(834,1,'results.csv',20151,151,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(835,1,'results.csv',20152,152,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(836,1,'results.csv',20153,153,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(837,1,'results.csv',20154,154,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(838,1,'results.csv',20155,155,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(839,1,'results.csv',20156,156,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(840,1,'results.csv',20157,157,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(841,1,'results.csv',20158,158,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(842,1,'results.csv',20159,159,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(843,1,'results.csv',20160,160,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(844,1,'results.csv',20161,161,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(845,1,'results.csv',20162,162,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(846,1,'results.csv',20163,163,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(847,1,'results.csv',20164,164,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(848,1,'results.csv',20165,165,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(849,1,'results.csv',20166,166,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(850,1,'results.csv',20167,167,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(851,1,'results.csv',20168,168,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(852,1,'results.csv',20169,169,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(853,1,'results.csv',20170,170,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(854,1,'results.csv',20171,171,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(855,1,'results.csv',20172,172,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(856,1,'results.csv',20173,173,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(857,1,'results.csv',20174,174,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(858,1,'results.csv',20175,175,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(859,1,'results.csv',20176,176,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(860,1,'results.csv',20177,177,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(861,1,'results.csv',20178,178,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(862,1,'results.csv',20179,179,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(863,1,'results.csv',20180,180,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(864,1,'results.csv',20181,181,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(865,1,'results.csv',20182,182,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(866,1,'results.csv',20183,183,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(867,1,'results.csv',20184,184,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(868,1,'results.csv',20185,185,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(869,1,'results.csv',20186,186,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(870,1,'results.csv',20187,187,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(871,1,'results.csv',20188,188,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(872,1,'results.csv',20189,189,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(873,1,'results.csv',30001,190,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(874,1,'absences.csv',301,2,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(875,1,'absences.csv',302,3,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(876,1,'absences.csv',303,4,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(877,1,'absences.csv',304,5,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(878,1,'absences.csv',305,6,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(879,1,'absences.csv',307,7,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(880,1,'absences.csv',308,8,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(881,1,'absences.csv',309,9,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(882,1,'absences.csv',310,10,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(883,1,'absences.csv',311,11,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(884,1,'absences.csv',312,12,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(885,1,'absences.csv',313,13,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(886,1,'absences.csv',314,14,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(887,1,'images',1,1,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(888,1,'images',2,1,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(889,1,'images',3,1,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(890,1,'images',4,1,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(891,1,'images',5,1,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(892,1,'images',6,1,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(893,1,'images',7,1,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(894,1,'images',8,1,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(895,1,'images',9,1,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(896,1,'images',10,1,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(897,1,'images',11,1,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(898,1,'images',12,1,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(899,1,'images',13,1,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(900,1,'images',14,1,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(901,1,'images',15,1,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(902,2,'persons.csv',3,2,NULL,'changed','{"FirstName":"Els"}');
INSERT INTO ledger_change VALUES(903,3,'persons.csv',3,NULL,NULL,'changed','{"FirstName":"Gewijzigd"}');
INSERT INTO ledger_change VALUES(904,4,'functions.csv',19,NULL,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(905,4,'persons.csv',63,NULL,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(906,5,'persons.csv',12,NULL,NULL,'changed','{"AccountLevel":"","Anonymised":"","CostCentre":"","DivisionName":"","Email":"","ExternalIdentifier":"","FamilyName":"","FirstName":"","FunctionName":"","HasActivatedAccount":"","ManagerExternalIdentifier":"","PhoneNumber":""}');
INSERT INTO ledger_change VALUES(907,8,'persons.csv',64,2,NULL,'created',NULL);
INSERT INTO ledger_change VALUES(908,19,'divisions.csv',19,2,NULL,'created',NULL);
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
INSERT INTO ledger_file VALUES(1,'absences.csv','e21494f3eccf00addd46de3881cfd371479d62d3eea780dc421b1627beb907bf',13,0,0,0);
INSERT INTO ledger_file VALUES(1,'account_levels.csv','7e305917d992cb195ef259d7e81528f376dddf0f499ea45bf62faea03aa56af7',0,0,8,0);
INSERT INTO ledger_file VALUES(1,'block_courses.csv','60cc53c8f393ef0e6ad71f9d688bf40e9ce9a30901d489ca50ccb2372ea75396',12,0,0,0);
INSERT INTO ledger_file VALUES(1,'categories.csv','9be9b43004c1f8f05dd019336d3482808fa50773f671a5026e55f939a553b273',13,0,0,0);
INSERT INTO ledger_file VALUES(1,'class_dates.csv','288dbc20ba0f8507154ff386846b8cb16dc7c336a21107bcbb71cb3e0a383c07',49,0,0,0);
INSERT INTO ledger_file VALUES(1,'class_trainers.csv','4365da460140900c07909730c5ce7ee6ab1c9e48e0b0d89eab07401e03b98d8b',42,0,0,0);
INSERT INTO ledger_file VALUES(1,'classes.csv','f817a04035affdbd1801da1107b859268f90474e61ca3bfc63033b9e7bd785ab',33,0,0,0);
INSERT INTO ledger_file VALUES(1,'dim_reasons.csv','0fc7a8085cc58756a22ce64c97a0027c32f259a5f6706f02c14998396d04750a',4,0,0,0);
INSERT INTO ledger_file VALUES(1,'dimmings.csv','82aa684c8b651f5b8700c356f1acebbce2cb64776cbd289ad03a92e2d9424530',8,0,0,0);
INSERT INTO ledger_file VALUES(1,'divisions.csv','aaf3b0b5a791a7f425bdd42d4151cfc3724723d3648e7413a11c7629ea5495c5',17,0,0,0);
INSERT INTO ledger_file VALUES(1,'enrollments.csv','4a8c8316a2ef30b2b3f7e1e15887a37894e5fa40c48e5aa4986b3cea810b9d7b',150,0,0,0);
INSERT INTO ledger_file VALUES(1,'functions.csv','296b08c399b0134d0b6e061046beb21bcef3b43590c9ec35636df07bdc20dfad',17,0,0,0);
INSERT INTO ledger_file VALUES(1,'group_members.csv','d59b7eea0c44fbff754e4b83a2b90d38f21c1ea9719c525bb20760c3fc608518',35,0,0,0);
INSERT INTO ledger_file VALUES(1,'groups.csv','3edaa42bde8e87bf45db022d218f856587c3bbee6a822ad20235fdb0dd3114bc',6,0,0,0);
INSERT INTO ledger_file VALUES(1,'images','',15,0,0,0);
INSERT INTO ledger_file VALUES(1,'learning_path_links.csv','3c49f4d7b3dd91c8cdbab64ea580870ae4813e8e3766af76a991bea236bda829',24,0,0,0);
INSERT INTO ledger_file VALUES(1,'learning_path_trainings.csv','dadaf6ba39293b0546c1fb9fbebe2605c29c3378432c170e713a1f69713359cc',27,0,0,0);
INSERT INTO ledger_file VALUES(1,'learning_paths.csv','e5edd2596f0136177869e7a7c82a72f209da9427e9d8190975567c26bdcd4de2',10,0,0,0);
INSERT INTO ledger_file VALUES(1,'persons.csv','30edcd585eb08ab79ccf4d10925887b292f819edca91e93dc82b7c2facfc3361',61,0,0,0);
INSERT INTO ledger_file VALUES(1,'progress.csv','ba5f01937ac7971cebefcccc61abcf0916f678713369dd17a23d1fc65b5193c9',63,0,0,0);
INSERT INTO ledger_file VALUES(1,'results.csv','f746e08aad6b5dc1e0804318201134eb502e19664df1d1588a820c7c0c9d8c8a',189,0,0,0);
INSERT INTO ledger_file VALUES(1,'steps.csv','ae98a626d271123bcd0dfc6f18d33959d67999820d14a66223326a1f6365f489',4,0,0,0);
INSERT INTO ledger_file VALUES(1,'tasks.csv','429df177f8886086a268db74236aaa52a5a0ee11bfd6e3637e822c7bf8dfd55e',25,0,0,0);
INSERT INTO ledger_file VALUES(1,'training_tasks.csv','9f600b2dad7a36fbe452c4de263914ab5e74c70421f7ef5cf5b600a9758931f9',29,0,0,0);
INSERT INTO ledger_file VALUES(1,'training_thresholds.csv','3e53dd9c640caa0832107b2367cf5db70556c9c0154ee6626162f52cf14055d9',8,0,0,0);
INSERT INTO ledger_file VALUES(1,'training_trainers.csv','be556d82ec052755f1be99ad71cc6e8c181808bd6e574130ad9ca1c9efd73596',22,0,0,0);
INSERT INTO ledger_file VALUES(1,'trainings.csv','4d847260e245f8b1c38fb6fd6732f6bd0b70278e3570fbd793dedf9bd23b9f2e',25,0,0,0);
INSERT INTO ledger_file VALUES(2,'persons.csv','d3a14c1cc6f5ea5814a004fc0b031b5ab240f124e4ed287606b2dddeb7a1bc5b',0,1,0,0);
INSERT INTO ledger_file VALUES(3,'persons.csv','',0,1,0,0);
INSERT INTO ledger_file VALUES(8,'persons.csv','2b95ac8fd188d7e5032417de6471e049f19ae067b73f92d7ebda7ac0a33b46c6',1,0,0,0);
INSERT INTO ledger_file VALUES(19,'divisions.csv','a726ec2f30b15dbde57a8432771d1f128da3171154e289db9c95fcb57700fa7c',1,0,0,0);
INSERT INTO ledger_file VALUES(24,'groups.csv','0876960e4e65b378669406d8795086845d7248403e02e2835d916d6bdbd6d60a',0,0,1,0);
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
INSERT INTO person VALUES(0,'','Manager','','onbekend','',NULL,0,0,'','',NULL,NULL,0,'Intern',0,0);
INSERT INTO person VALUES(1,'000101','Marijke','','Hoekstra','marijke.hoekstra@deveenhof.example',4,9,12,'9000','088 000 01 01','2014-05-01T00:00:00',NULL,2,'Intern',1,0);
INSERT INTO person VALUES(2,'000102','Ruud','van der','Zanden','ruud.van.der.zanden@deveenhof.example',4,9,12,'9000','088 000 01 02','2017-09-01T00:00:00',NULL,1,'Intern',1,0);
INSERT INTO person VALUES(3,'000110','Els','','Brouwer','els.brouwer@deveenhof.example',1,10,13,'9130','088 000 01 10','2009-03-01T00:00:00',NULL,1,'Intern',1,0);
INSERT INTO person VALUES(4,'000111','Özlem','','Yıldız','ozlem.yildiz@deveenhof.example',5,11,13,'9130','088 000 01 11','2019-08-15T00:00:00',NULL,3,'Intern',1,0);
INSERT INTO person VALUES(5,'000112','Pieter-Jan','de','Wit','pieterjan.de.wit@deveenhof.example',7,10,13,'9130','088 000 01 12','2021-01-01T00:00:00',NULL,3,'Intern',1,0);
INSERT INTO person VALUES(6,'000113','Fatima','el','Idrissi','fatima.el.idrissi@deveenhof.example',8,12,14,'9140','088 000 01 13','2018-04-01T00:00:00',NULL,2,'Intern',1,0);
INSERT INTO person VALUES(7,'000120','Anneke','','Veenstra','anneke.veenstra@deveenhof.example',4,8,2,'1200','088 000 01 20','2006-02-01T00:00:00',NULL,2,'Intern',1,0);
INSERT INTO person VALUES(8,'000121','Joris','van','Dijk','joris.van.dijk@deveenhof.example',4,8,5,'1500','088 000 01 21','2020-06-01T00:00:00',NULL,2,'Intern',1,0);
INSERT INTO person VALUES(9,'000122','Sandra','','Postma','sandra.postma@deveenhof.example',4,8,7,'2070','088 000 01 22','2013-11-01T00:00:00',NULL,1,'Intern',1,0);
INSERT INTO person VALUES(10,'000123','Bram','ter','Haar','bram.ter.haar@deveenhof.example',4,8,10,'3100','088 000 01 23','2016-01-01T00:00:00',NULL,1,'Intern',1,0);
INSERT INTO person VALUES(11,'000124','Ingrid','in ''t','Veld','ingrid.in.t.veld@deveenhof.example',4,8,16,'4000','088 000 01 24','2011-09-01T00:00:00',NULL,1,'Intern',1,0);
INSERT INTO person VALUES(12,'anonymised-12','Anoniem','','Persoon','anonymised-12@invalid',3,0,0,'','','1998-08-01T00:00:00','2025-12-31T23:59:59',0,'Intern',0,1);
INSERT INTO person VALUES(13,'000126','Carla','','Mulder','carla.mulder@deveenhof.example',2,13,13,'9130','088 000 01 26','2008-10-01T00:00:00',NULL,3,'Intern',1,0);
INSERT INTO person VALUES(14,'000127','Henk-Jan','','Bakker','henkjan.bakker@deveenhof.example',2,13,2,'1200','088 000 01 27','2012-03-01T00:00:00',NULL,7,'Intern',1,0);
INSERT INTO person VALUES(15,'EXT-001','Sophie','de','Graaf','sophie@levensteken.example',2,16,13,'','',NULL,NULL,0,'Extern',1,0);
INSERT INTO person VALUES(16,'EXT-002','Rob','','Janssen','rob.janssen@zorgtheater.example',2,16,0,'','06 00 00 00 16','2024-01-01T00:00:00','2026-12-31T23:59:59',0,'Extern',0,0);
INSERT INTO person VALUES(17,'000130','Tessa','','Smit','tessa.smit@deveenhof.example',6,13,6,'2000','088 000 01 30','2015-05-01T00:00:00',NULL,9,'Intern',1,0);
INSERT INTO person VALUES(18,'000131','Mohamed','','Amrani','mohamed.amrani@deveenhof.example',6,7,11,'3110','088 000 01 31','2014-02-01T00:00:00',NULL,10,'Intern',1,0);
INSERT INTO person VALUES(19,'001201','Daan','','Visser','daan.visser@deveenhof.example',3,1,3,'1203','06 00 00 00 19','2021-09-01T00:00:00',NULL,7,'Intern',1,0);
INSERT INTO person VALUES(20,'001202','Yvonne','van den','Berg','yvonne.van.den.berg@deveenhof.example',3,2,3,'1203','','2010-04-01T00:00:00',NULL,7,'Intern',1,0);
INSERT INTO person VALUES(21,'001203','Kimberley','','Jansen','kimberley.jansen@deveenhof.example',3,5,3,'1203','','2022-02-14T00:00:00',NULL,7,'Intern',1,0);
INSERT INTO person VALUES(22,'001204','Zoë','','Meijer','zoe.meijer@deveenhof.example',3,1,4,'1204','','2019-12-01T00:00:00',NULL,7,'Intern',1,0);
INSERT INTO person VALUES(23,'001205','Truus','van den','Heuvel','truus.van.den.heuvel@deveenhof.example',3,1,4,'1204','','1989-06-01T00:00:00','2026-03-31T23:59:59',7,'Intern',1,0);
INSERT INTO person VALUES(24,'001206','Chantal','','Groen','chantal.groen@deveenhof.example',3,3,4,'1204','06 00 00 00 24','2016-08-01T00:00:00',NULL,7,'Intern',1,0);
INSERT INTO person VALUES(25,'001207','Sem','','Bos','sem.bos@deveenhof.example',3,5,4,'1204','','2026-02-01T00:00:00','2027-01-31T23:59:59',7,'Intern',1,0);
INSERT INTO person VALUES(26,'001208','Noor','','Peeters','noor.peeters@deveenhof.example',3,1,3,'1203','','2025-10-01T00:00:00','2026-09-30T23:59:59',7,'Intern',1,0);
INSERT INTO person VALUES(27,'001210','Willemijn','van ''t','Hof','willemijn.van.t.hof@deveenhof.example',3,3,5,'1500','','2018-01-15T00:00:00',NULL,8,'Intern',1,0);
INSERT INTO person VALUES(28,'001211','Ahmed','','Bouzidi','ahmed.bouzidi@deveenhof.example',3,1,5,'1500','','2020-10-01T00:00:00',NULL,8,'Intern',1,0);
INSERT INTO person VALUES(29,'001212','Linda','de','Jong','linda.de.jong@deveenhof.example',3,5,5,'1500','','2007-05-07T00:00:00',NULL,8,'Intern',1,0);
INSERT INTO person VALUES(30,'001213','Peter','','Vos','peter.vos@deveenhof.example',3,14,5,'0420','06 00 00 00 30','2003-01-01T00:00:00',NULL,8,'Intern',1,0);
INSERT INTO person VALUES(31,'001214','Gül','','Şahin','gul.sahin@deveenhof.example',3,1,5,'1500','','2017-03-01T00:00:00',NULL,8,'Intern',1,0);
INSERT INTO person VALUES(32,'001215','Jan','de','Vries','jan.de.vries@deveenhof.example',3,1,5,'1500','','2015-11-01T00:00:00',NULL,8,'Intern',1,0);
INSERT INTO person VALUES(34,'001216','Jan','de','Vries','jan.de.vries2@deveenhof.example',3,15,5,'1510','','2023-05-01T00:00:00',NULL,8,'Intern',1,0);
INSERT INTO person VALUES(35,'001301','Maaike','','Dijkstra','maaike.dijkstra@deveenhof.example',3,4,7,'2070','06 00 00 00 35','2018-09-01T00:00:00',NULL,9,'Intern',1,0);
INSERT INTO person VALUES(36,'001302','Erik','','Hendriks','erik.hendriks@deveenhof.example',3,1,7,'2070','','2012-01-01T00:00:00',NULL,9,'Intern',1,0);
INSERT INTO person VALUES(37,'001303','Roos','van','Leeuwen','roos.van.leeuwen@deveenhof.example',3,2,7,'2070','','2024-09-01T00:00:00',NULL,9,'Intern',1,0);
INSERT INTO person VALUES(38,'anonymised-38','Anoniem','','Persoon','anonymised-38@invalid',3,0,0,'','','2011-01-01T00:00:00','2024-12-31T23:59:59',0,'Intern',0,1);
INSERT INTO person VALUES(39,'001304','Samira','','Benali','samira.benali@deveenhof.example',3,4,7,'2070','06 00 00 00 39','2021-04-01T00:00:00',NULL,9,'Intern',1,0);
INSERT INTO person VALUES(40,'001305','Thijs','van der','Meer','thijs.van.der.meer@deveenhof.example',3,5,7,'2070','','2024-03-01T00:00:00',NULL,9,'Intern',1,0);
INSERT INTO person VALUES(41,'001310','Annelies','','Koning','annelies.koning@deveenhof.example',3,4,8,'2080','','2016-06-01T00:00:00',NULL,12,'Intern',1,0);
INSERT INTO person VALUES(42,'001311','Koen','','Maas','koen.maas@deveenhof.example',3,1,8,'2080','','2019-02-01T00:00:00',NULL,12,'Intern',1,0);
INSERT INTO person VALUES(43,'001312','Petra','','Scholten','petra.scholten@deveenhof.example',3,2,8,'2080','','2009-09-01T00:00:00',NULL,12,'Intern',1,0);
INSERT INTO person VALUES(44,'001313','Lotte','van','Beek','lotte.van.beek@deveenhof.example',3,5,8,'2080','','2023-08-28T00:00:00',NULL,38,'Intern',1,0);
INSERT INTO person VALUES(45,'001401','Stijn','','Verhoeven','stijn.verhoeven@deveenhof.example',3,6,10,'3100','','2025-06-01T00:00:00',NULL,10,'Intern',1,0);
INSERT INTO person VALUES(46,'001402','Femke','','Prins','femke.prins@deveenhof.example',3,7,10,'3100','','2019-05-01T00:00:00',NULL,10,'Intern',1,0);
INSERT INTO person VALUES(47,'001403','João','da','Silva','joao.da.silva@deveenhof.example',3,6,10,'3100','','2025-12-01T00:00:00',NULL,10,'Intern',0,0);
INSERT INTO person VALUES(48,'001404','Mireille','','Blom','mireille.blom@deveenhof.example',3,6,11,'3110','','2010-10-01T00:00:00',NULL,18,'Intern',1,0);
INSERT INTO person VALUES(49,'001405','Gerrit','','Wolters','gerrit.wolters@deveenhof.example',3,0,11,'3110','','2001-04-01T00:00:00',NULL,18,'Intern',1,0);
INSERT INTO person VALUES(50,'001406','Iris','van','Rijn','iris.van.rijn@deveenhof.example',3,6,10,'3100','','2024-02-01T00:00:00','2026-01-31T23:59:59',46,'Intern',1,0);
INSERT INTO person VALUES(51,'001501','Hanneke','','Post','hanneke.post@deveenhof.example',3,3,16,'4000','','2013-07-01T00:00:00',NULL,11,'Intern',1,0);
INSERT INTO person VALUES(52,'001502','Nadia','','Haddad','nadia.haddad@deveenhof.example',3,3,16,'4000','','2022-11-01T00:00:00',NULL,11,'Intern',1,0);
INSERT INTO person VALUES(53,'001503','Bas','de','Ruiter','bas.de.ruiter@deveenhof.example',3,15,16,'4000','','2018-02-01T00:00:00','9999-12-31T00:00:00',11,'Intern',1,0);
INSERT INTO person VALUES(54,'002001','Robin','','Schouten','robin.schouten@deveenhof.example',3,1,15,'9145','','2025-09-15T00:00:00',NULL,6,'Intern',1,0);
INSERT INTO person VALUES(55,'002002','Dewi','','Pattinama','dewi.pattinama@deveenhof.example',3,0,0,'','',NULL,NULL,0,'Intern',0,0);
INSERT INTO person VALUES(56,'EXT-010','Marco','','Conti','marco.conti@zzp-zorg.example',3,2,15,'','06 00 00 00 56','2025-11-01T00:00:00','2026-10-31T23:59:59',6,'Extern',1,0);
INSERT INTO person VALUES(57,'EXT-011','Sylvia','van','Os','sylvia.van.os@zzp-zorg.example',3,1,15,'','','2023-10-01T00:00:00','2025-09-30T23:59:59',6,'Extern',1,0);
INSERT INTO person VALUES(58,'001099','Lieke','','Timmermans','Lieke.Timmermans@deveenhof.example',3,5,4,'1204','','2021-03-01T00:00:00','2024-06-30T23:59:59',7,'Intern',1,0);
INSERT INTO person VALUES(59,'001220','Lieke','','Timmermans','lieke.timmermans@deveenhof.example',3,1,5,'1500','','2025-09-01T00:00:00',NULL,8,'Intern',1,0);
INSERT INTO person VALUES(60,'000098','Kees','','Dekker','kees.dekker@deveenhof.example',2,13,6,'2000','','1985-01-01T00:00:00','2025-05-31T23:59:59',12,'Intern',1,0);
INSERT INTO person VALUES(61,'001314','Floor','','Hermans','floor.hermans@deveenhof.example',3,5,8,'2080','','2026-04-01T00:00:00',NULL,0,'Intern',0,0);
INSERT INTO person VALUES(62,'001221','Bianca','','Willems','bianca.willems@deveenhof.example',3,5,5,'1500','','2024-03-09T00:00:00','2026-03-09T00:00:00',8,'Intern',1,0);
INSERT INTO person VALUES(63,'009001','Noor','','Berg','noor@example.nl',3,19,0,'','',NULL,NULL,0,'Intern',0,0);
INSERT INTO person VALUES(64,'V8-1','Vera','','Acht','vera.acht@example.nl',3,0,0,'','',NULL,NULL,0,'Intern',0,0);
CREATE TABLE person_group (
    id          INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 2147483647),
    name        TEXT    NOT NULL UNIQUE CHECK (name <> '')
) STRICT;
INSERT INTO person_group VALUES(1,'BHV''ers');
INSERT INTO person_group VALUES(2,'Nieuwe medewerkers');
INSERT INTO person_group VALUES(3,'Aandachtsvelders palliatieve zorg');
INSERT INTO person_group VALUES(4,'Teammanagers');
INSERT INTO person_group VALUES(5,'Medicatiecommissie');
INSERT INTO person_group VALUES(7,'Ondernemingsraad');
CREATE TABLE progress (
    id                INTEGER PRIMARY KEY AUTOINCREMENT,
    person            INTEGER NOT NULL REFERENCES person,
    training          INTEGER NOT NULL REFERENCES LearningModule,
    started_at        TEXT    NOT NULL CHECK (started_at IS strftime('%Y-%m-%dT%H:%M:%S', started_at)),
    percent_complete  INTEGER NOT NULL DEFAULT 0 CHECK (percent_complete BETWEEN 0 AND 100),
    UNIQUE (person, training)
) STRICT;
INSERT INTO progress VALUES(1,5,2,'2025-10-07T15:05:29',100);
INSERT INTO progress VALUES(2,6,14,'2026-01-15T16:20:00',80);
INSERT INTO progress VALUES(3,8,2,'2025-02-11T18:15:20',100);
INSERT INTO progress VALUES(4,8,19,'2026-02-10T09:30:00',0);
INSERT INTO progress VALUES(5,9,19,'2026-02-10T09:30:00',40);
INSERT INTO progress VALUES(6,13,2,'2025-01-16T19:54:24',100);
INSERT INTO progress VALUES(7,17,2,'2025-02-24T20:02:04',100);
INSERT INTO progress VALUES(8,17,3,'2025-07-14T18:02:03',100);
INSERT INTO progress VALUES(9,18,2,'2026-03-08T23:50:00',0);
INSERT INTO progress VALUES(10,19,8,'2025-04-14T15:19:40',100);
INSERT INTO progress VALUES(11,20,2,'2025-06-24T14:26:27',100);
INSERT INTO progress VALUES(12,21,8,'2025-01-20T08:00:00',100);
INSERT INTO progress VALUES(13,21,7,'2026-03-05T19:00:00',20);
INSERT INTO progress VALUES(14,22,2,'2025-12-08T09:40:50',100);
INSERT INTO progress VALUES(15,22,8,'2026-03-06T20:00:00',10);
INSERT INTO progress VALUES(16,23,2,'2022-04-11T08:00:00',100);
INSERT INTO progress VALUES(17,23,8,'2025-05-02T09:36:28',100);
INSERT INTO progress VALUES(18,24,7,'2026-03-09T09:00:00',50);
INSERT INTO progress VALUES(19,25,2,'2026-02-04T13:00:00',90);
INSERT INTO progress VALUES(20,25,2147483671,'2026-02-02T09:00:00',25);
INSERT INTO progress VALUES(21,25,1,'2026-02-03T16:59:58',100);
INSERT INTO progress VALUES(22,26,2,'2025-10-03T12:01:13',100);
INSERT INTO progress VALUES(23,26,8,'2025-10-10T14:36:08',100);
INSERT INTO progress VALUES(24,26,1,'2025-10-02T18:38:10',100);
INSERT INTO progress VALUES(25,27,2,'2025-03-30T17:43:46',100);
INSERT INTO progress VALUES(26,28,8,'2025-07-21T18:07:56',100);
INSERT INTO progress VALUES(27,29,3,'2025-02-17T11:04:49',100);
INSERT INTO progress VALUES(28,31,8,'2026-03-01T14:20:00',35);
INSERT INTO progress VALUES(29,32,8,'2025-11-11T19:14:32',100);
INSERT INTO progress VALUES(30,59,2,'2025-09-11T19:25:55',100);
INSERT INTO progress VALUES(31,59,8,'2025-09-09T13:25:00',100);
INSERT INTO progress VALUES(32,59,3,'2025-09-08T14:53:29',100);
INSERT INTO progress VALUES(33,59,1,'2025-09-02T20:04:50',100);
INSERT INTO progress VALUES(34,62,2,'2026-02-10T10:00:00',55);
INSERT INTO progress VALUES(35,62,8,'2025-06-30T10:02:09',100);
INSERT INTO progress VALUES(36,35,2,'2025-09-17T11:56:13',100);
INSERT INTO progress VALUES(37,35,3,'2025-04-08T19:33:24',100);
INSERT INTO progress VALUES(38,39,2,'2025-11-25T19:06:05',100);
INSERT INTO progress VALUES(39,40,8,'2025-03-20T16:32:36',100);
INSERT INTO progress VALUES(40,40,13,'2026-02-24T21:15:00',45);
INSERT INTO progress VALUES(41,42,20,'2024-03-02T10:00:00',30);
INSERT INTO progress VALUES(42,43,10,'2026-02-20T09:00:00',15);
INSERT INTO progress VALUES(43,44,2,'2025-08-31T16:45:37',100);
INSERT INTO progress VALUES(44,44,8,'2026-02-19T18:33:50',100);
INSERT INTO progress VALUES(45,45,4,'2026-03-02T09:00:00',50);
INSERT INTO progress VALUES(46,45,3,'2025-06-12T13:12:53',100);
INSERT INTO progress VALUES(47,45,1,'2025-06-03T14:37:57',100);
INSERT INTO progress VALUES(48,46,2,'2025-05-05T10:11:36',100);
INSERT INTO progress VALUES(49,46,4,'2026-03-02T09:00:00',50);
INSERT INTO progress VALUES(50,47,3,'2026-01-07T11:00:00',5);
INSERT INTO progress VALUES(51,48,2,'2025-01-28T10:44:05',100);
INSERT INTO progress VALUES(52,49,8,'2025-04-10T13:49:15',100);
INSERT INTO progress VALUES(53,49,7,'2026-02-12T10:00:00',0);
INSERT INTO progress VALUES(54,51,2147483670,'2026-01-08T09:30:00',60);
INSERT INTO progress VALUES(55,52,2147483670,'2026-01-08T09:30:00',75);
INSERT INTO progress VALUES(56,52,3,'2025-10-21T07:12:42',100);
INSERT INTO progress VALUES(57,53,2,'2025-12-30T09:48:02',100);
INSERT INTO progress VALUES(58,54,2147483671,'2025-09-15T09:00:00',60);
INSERT INTO progress VALUES(59,54,8,'2025-10-01T09:10:18',100);
INSERT INTO progress VALUES(60,54,1,'2025-09-16T12:13:16',100);
INSERT INTO progress VALUES(61,15,2,'2025-08-19T20:03:55',100);
INSERT INTO progress VALUES(62,56,2,'2026-01-21T22:00:00',0);
INSERT INTO progress VALUES(63,38,13,'2024-05-02T10:00:00',10);
CREATE TABLE step (
    id            INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 2147483647),
    title         TEXT    NOT NULL UNIQUE CHECK (title <> ''),
    introduction  TEXT    NOT NULL DEFAULT '',
    position      INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO step VALUES(1,'Welkom bij De Veenhof','<p>Fijn dat je er bent! Hier vind je alles voor je <strong>eerste honderd dagen</strong>.</p>',10);
INSERT INTO step VALUES(2,'Veilig werken','<p>Veilig voor de cliënt, veilig voor jou. Deze trainingen herhaal je regelmatig.</p>',20);
INSERT INTO step VALUES(3,'Vakbekwaam','<p>Alles om bevoegd &amp; bekwaam te blijven in je vak.</p>',40);
INSERT INTO step VALUES(4,'Verdieping en groei','',30);
CREATE TABLE training_id (
    type     TEXT    PRIMARY KEY CHECK (type IN ('Learning', 'Longterm')),
    highest  INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
INSERT INTO training_id VALUES('Learning',21);
INSERT INTO training_id VALUES('Longterm',23);
CREATE TABLE training_threshold (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    training  INTEGER NOT NULL REFERENCES LearningModule,
    required  INTEGER NOT NULL REFERENCES LearningModule CHECK (required <> training),
    UNIQUE (training, required)
) STRICT;
INSERT INTO training_threshold VALUES(1,5,4);
INSERT INTO training_threshold VALUES(2,2147483670,15);
INSERT INTO training_threshold VALUES(3,2147483660,12);
INSERT INTO training_threshold VALUES(4,10,12);
INSERT INTO training_threshold VALUES(5,11,10);
INSERT INTO training_threshold VALUES(6,11,12);
INSERT INTO training_threshold VALUES(7,13,20);
INSERT INTO training_threshold VALUES(8,14,13);
CREATE TABLE training_trainer (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    training  INTEGER NOT NULL REFERENCES LearningModule,
    person    INTEGER NOT NULL REFERENCES person,
    UNIQUE (training, person)
) STRICT;
INSERT INTO training_trainer VALUES(1,2,5);
INSERT INTO training_trainer VALUES(2,4,60);
INSERT INTO training_trainer VALUES(3,4,13);
INSERT INTO training_trainer VALUES(4,5,13);
INSERT INTO training_trainer VALUES(5,2147483655,13);
INSERT INTO training_trainer VALUES(6,2147483670,51);
INSERT INTO training_trainer VALUES(7,2147483660,17);
INSERT INTO training_trainer VALUES(8,6,13);
INSERT INTO training_trainer VALUES(9,17,16);
INSERT INTO training_trainer VALUES(10,10,17);
INSERT INTO training_trainer VALUES(11,10,38);
INSERT INTO training_trainer VALUES(12,11,17);
INSERT INTO training_trainer VALUES(13,19,3);
INSERT INTO training_trainer VALUES(14,19,5);
INSERT INTO training_trainer VALUES(15,18,18);
INSERT INTO training_trainer VALUES(16,15,51);
INSERT INTO training_trainer VALUES(17,16,11);
INSERT INTO training_trainer VALUES(18,9,15);
INSERT INTO training_trainer VALUES(19,20,19);
INSERT INTO training_trainer VALUES(20,7,60);
INSERT INTO training_trainer VALUES(21,7,14);
INSERT INTO training_trainer VALUES(22,7,20);
CREATE TABLE operator (
    id                 INTEGER PRIMARY KEY AUTOINCREMENT,
    name               TEXT    NOT NULL UNIQUE CHECK (name <> ''),
    role               TEXT    NOT NULL CHECK (role IN ('viewer', 'editor', 'owner')),
    password_hash      TEXT    NOT NULL,
    created_at         TEXT    NOT NULL,
    last_signed_in_at  TEXT
) STRICT;
INSERT INTO operator VALUES(1,'beheer','owner','$argon2id$v=19$m=19456,t=2,p=1$aaSPf2KIkp+D/G5czdSF1A$hg1IbvFEunRE+NCilxoRruuRoTiqMMBrri4ak/WBrxk','2026-11-22T21:00:46Z',NULL);
INSERT INTO operator VALUES(2,'jansen','owner','$argon2id$v=19$m=19456,t=2,p=1$JW59mvRNYOnkOfvefUMVBQ$XgVihr9tTWwC/ClTd4WwHq9hJm10aMbsB15CYQwdv88','2026-11-27T07:35:37Z',NULL);
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
    -- Ids of its trainers in order, 'id id …', kept by the triggers below as the view `class_date_trainers` says.
    trainer_ids         TEXT    NOT NULL DEFAULT '',
    UNIQUE (class, date, starts_at),
    UNIQUE (id, class)
) STRICT;
INSERT INTO class_date VALUES(1001,1,'2023-10-03','09:00:00','16:30:00','Opleidingscentrum De Werf','Scheepswerf 40, 1297 CC Veendijk',NULL,NULL,0,'','',NULL,'60');
INSERT INTO class_date VALUES(1002,1,'2023-10-04','09:00:00','16:30:00','Opleidingscentrum De Werf','Scheepswerf 40, 1297 CC Veendijk',NULL,NULL,0,'','',NULL,'60');
INSERT INTO class_date VALUES(1003,2,'2025-05-12','09:00:00','16:30:00','Opleidingscentrum De Werf','Scheepswerf 40, 1297 CC Veendijk',NULL,106,0,'','',71001,'13 60');
INSERT INTO class_date VALUES(1004,2,'2025-05-19','09:00:00','16:30:00','Opleidingscentrum De Werf','Scheepswerf 40, 1297 CC Veendijk',NULL,107,0,'','',71002,'13');
INSERT INTO class_date VALUES(1005,3,'2026-03-02','09:00:00','16:30:00','Opleidingscentrum De Werf','Scheepswerf 40, 1297 CC Veendijk',NULL,106,0,'','',NULL,'13 15');
INSERT INTO class_date VALUES(1006,3,'2026-03-16','09:00:00','16:30:00','Opleidingscentrum De Werf','Scheepswerf 40, 1297 CC Veendijk',NULL,107,0,'','',NULL,'13');
INSERT INTO class_date VALUES(1007,4,'2026-04-13','09:00:00','16:30:00','Opleidingscentrum De Werf','Scheepswerf 40, 1297 CC Veendijk',NULL,NULL,0,'','',NULL,'13');
INSERT INTO class_date VALUES(1008,4,'2026-04-20','09:00:00','16:30:00','Opleidingscentrum De Werf','Scheepswerf 40, 1297 CC Veendijk',NULL,NULL,0,'','',NULL,'13');
INSERT INTO class_date VALUES(1009,5,'2025-05-20','09:00:00','16:30:00','Opleidingscentrum De Werf','Scheepswerf 40, 1297 CC Veendijk',NULL,NULL,0,'','',NULL,'13 60');
INSERT INTO class_date VALUES(1010,6,'2025-11-18','09:00:00','16:30:00','Opleidingscentrum De Werf','Scheepswerf 40, 1297 CC Veendijk',NULL,NULL,0,'','',NULL,'13');
INSERT INTO class_date VALUES(1011,7,'2026-03-17','09:00:00','16:30:00','Opleidingscentrum De Werf','Scheepswerf 40, 1297 CC Veendijk',NULL,107,0,'','',NULL,'13');
INSERT INTO class_date VALUES(1012,8,'2026-06-09','09:00:00','16:30:00','Opleidingscentrum De Werf','Scheepswerf 40, 1297 CC Veendijk',NULL,NULL,0,'','',NULL,'13');
INSERT INTO class_date VALUES(1013,9,'2025-10-25','22:00:00','23:30:00','Lindehof, leslokaal','Lindelaan 12, 1299 AA Oosterveen',NULL,108,0,'','',NULL,'13');
INSERT INTO class_date VALUES(1014,9,'2025-10-26','02:30:00','04:30:00','Lindehof, afdeling Beuk','Lindelaan 12, 1299 AA Oosterveen',NULL,109,0,'','',NULL,'13');
INSERT INTO class_date VALUES(1015,10,'2026-03-28','22:30:00','23:45:00','''t Veer, grote zaal','Veerdam 3, 1298 BB Veendijk',NULL,108,0,'','',NULL,'13');
INSERT INTO class_date VALUES(1016,10,'2026-03-29','01:30:00','04:00:00','''t Veer, grote zaal','Veerdam 3, 1298 BB Veendijk',NULL,109,0,'','',NULL,'13 14');
INSERT INTO class_date VALUES(1017,11,'2024-02-29','09:00:00','12:00:00','Lindehof, leslokaal','Lindelaan 12, 1299 AA Oosterveen',NULL,NULL,0,'','',NULL,'14 60');
INSERT INTO class_date VALUES(1018,11,'2024-02-29','13:00:00','16:30:00','Lindehof, leslokaal','Lindelaan 12, 1299 AA Oosterveen',NULL,NULL,0,'','',NULL,'14 60');
INSERT INTO class_date VALUES(1019,12,'2026-01-20','09:00:00','12:00:00','Lindehof, leslokaal','Lindelaan 12, 1299 AA Oosterveen',NULL,110,0,'','',NULL,'14');
INSERT INTO class_date VALUES(1020,12,'2026-01-20','13:00:00','16:30:00','''t Veer, grote zaal','Veerdam 3, 1298 BB Veendijk',NULL,111,0,'','',NULL,'14 20');
INSERT INTO class_date VALUES(1021,13,'2026-03-09','09:00:00','12:30:00','Lindehof, leslokaal','Lindelaan 12, 1299 AA Oosterveen',NULL,110,0,'','',71040,'14');
INSERT INTO class_date VALUES(1022,13,'2026-03-23','09:00:00','12:30:00','Lindehof, leslokaal','Lindelaan 12, 1299 AA Oosterveen',NULL,111,0,'','',71041,'14');
INSERT INTO class_date VALUES(1023,14,'2026-03-09','13:30:00','17:00:00','Lindehof, leslokaal','Lindelaan 12, 1299 AA Oosterveen',NULL,110,0,'','',NULL,'14');
INSERT INTO class_date VALUES(1024,15,'2026-03-23','13:30:00','17:00:00','Lindehof, leslokaal','Lindelaan 12, 1299 AA Oosterveen',NULL,NULL,0,'','',NULL,'');
INSERT INTO class_date VALUES(1025,16,'2025-03-11','19:00:00','22:00:00','''t Veer, grote zaal','Veerdam 3, 1298 BB Veendijk',NULL,NULL,0,'','',NULL,'15');
INSERT INTO class_date VALUES(1026,17,'2026-01-15','19:00:00','22:00:00','De Kade','Havenkade 77, 1298 FF Veendijk',NULL,113,0,'','',NULL,'15');
INSERT INTO class_date VALUES(1027,18,'2026-03-19','19:00:00','22:00:00','''t Veer, grote zaal','Veerdam 3, 1298 BB Veendijk',NULL,113,0,'','Ingang via de achterzijde, bel bij de receptie.',71055,'15');
INSERT INTO class_date VALUES(1028,19,'2025-09-08','13:00:00','17:00:00','Skillslab De Veenhof','Lindelaan 14, 1299 AA Oosterveen',NULL,114,0,'','',NULL,'17');
INSERT INTO class_date VALUES(1029,20,'2026-04-07','13:00:00','17:00:00','Skillslab De Veenhof','Lindelaan 14, 1299 AA Oosterveen',NULL,NULL,0,'','',NULL,'17');
INSERT INTO class_date VALUES(1030,21,'2026-05-11','09:00:00','13:00:00','Skillslab De Veenhof','Lindelaan 14, 1299 AA Oosterveen',NULL,115,0,'','',NULL,'17');
INSERT INTO class_date VALUES(1031,23,'2025-10-06','09:00:00','12:30:00','Hospice De Wilg','Wilgenpad 1, 1299 DD Oosterveen',NULL,120,0,'','',NULL,'11 51');
INSERT INTO class_date VALUES(1032,23,'2025-09-15','09:00:00','12:00:00','Hospice De Wilg','Wilgenpad 1, 1299 DD Oosterveen',NULL,119,0,'','',NULL,'51');
INSERT INTO class_date VALUES(1033,23,'2025-09-15','13:00:00','16:30:00','''t Veer, grote zaal','Veerdam 3, 1298 BB Veendijk',NULL,119,0,'','',NULL,'51');
INSERT INTO class_date VALUES(1034,24,'2026-05-18','09:00:00','16:30:00','''t Veer, grote zaal','Veerdam 3, 1298 BB Veendijk',NULL,NULL,0,'','',NULL,'51');
INSERT INTO class_date VALUES(1035,24,'2026-06-01','09:00:00','16:30:00','Hospice De Wilg','Wilgenpad 1, 1299 DD Oosterveen',NULL,NULL,0,'','',NULL,'51');
INSERT INTO class_date VALUES(1036,25,'2025-12-11','19:30:00','21:00:00','','',88100234,NULL,1,'kaars-2025','',NULL,'11');
INSERT INTO class_date VALUES(1037,26,'2026-03-26','19:30:00','21:00:00','Online','',88100977,NULL,1,'lente & licht','',NULL,'11 53');
INSERT INTO class_date VALUES(1038,27,'2025-11-06','20:00:00','22:15:00','Theater De Ark','Marktplein 5, 1298 EE Veendijk',NULL,122,0,'','',NULL,'16');
INSERT INTO class_date VALUES(1039,28,'2026-04-16','20:00:00','22:15:00','Theater De Ark','Marktplein 5, 1298 EE Veendijk',NULL,122,0,'','Zaal open om 19:30 uur. Dit e-ticket geldt ook als <uitrijkaart>.',NULL,'16');
INSERT INTO class_date VALUES(1040,29,'2026-02-10','09:30:00','16:30:00','Opleidingscentrum De Werf','Scheepswerf 40, 1297 CC Veendijk',NULL,NULL,0,'','',NULL,'3');
INSERT INTO class_date VALUES(1041,29,'2026-03-10','09:30:00','16:30:00','Opleidingscentrum De Werf','Scheepswerf 40, 1297 CC Veendijk',NULL,NULL,0,'','',NULL,'3');
INSERT INTO class_date VALUES(1042,29,'2026-04-14','09:30:00','16:30:00','De Kade','Havenkade 77, 1298 FF Veendijk',NULL,NULL,0,'','',NULL,'3 5');
INSERT INTO class_date VALUES(1043,30,'2026-01-08','09:30:00','16:30:00','Hospice De Wilg','Wilgenpad 1, 1299 DD Oosterveen',NULL,124,0,'','',NULL,'51');
INSERT INTO class_date VALUES(1044,30,'2026-02-05','09:30:00','16:30:00','Hospice De Wilg','Wilgenpad 1, 1299 DD Oosterveen',NULL,124,0,'','',NULL,'51');
INSERT INTO class_date VALUES(1045,30,'2026-03-05','09:30:00','16:30:00','''t Veer, grote zaal','Veerdam 3, 1298 BB Veendijk',NULL,124,0,'','',NULL,'34 51');
INSERT INTO class_date VALUES(1046,30,'2026-04-02','09:30:00','16:30:00','Hospice De Wilg','Wilgenpad 1, 1299 DD Oosterveen',NULL,124,0,'','',NULL,'11 51');
INSERT INTO class_date VALUES(1047,31,'2026-04-21','09:00:00','16:30:00','Skillslab De Veenhof','Lindelaan 14, 1299 AA Oosterveen',NULL,114,0,'','',NULL,'17');
INSERT INTO class_date VALUES(1048,31,'2026-05-26','09:00:00','16:30:00','Skillslab De Veenhof','Lindelaan 14, 1299 AA Oosterveen',NULL,115,0,'','',NULL,'17');
INSERT INTO class_date VALUES(1049,33,'2024-04-09','10:00:00','12:00:00','Lindehof, leslokaal','Lindelaan 12, 1299 AA Oosterveen',NULL,NULL,0,'','',NULL,'');
CREATE TABLE ledger (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    at      TEXT    NOT NULL,
    kind    TEXT    NOT NULL CHECK (kind IN ('import', 'undo', 'call', 'command', 'act')),
    number  INTEGER UNIQUE CHECK ((number IS NOT NULL) = (kind IN ('import', 'undo'))),
    undoes  INTEGER REFERENCES ledger CHECK ((undoes IS NOT NULL) = (kind = 'undo')),
    actor   TEXT    NOT NULL,   -- the credential's name, or user@host
    action  TEXT    NOT NULL,   -- the operation, the path imported, the command, what was undone
    tag     INTEGER NOT NULL DEFAULT (random() & 4294967295)   -- tells it from an entry with the same id in another copy
) STRICT;
INSERT INTO ledger VALUES(1,'2026-11-22T05:04:43Z','import',1,NULL,'beheer@lms','seed',879557545);
INSERT INTO ledger VALUES(2,'2026-11-22T05:04:44Z','import',2,NULL,'beheer@lms','wijzigingen',4153247875);
INSERT INTO ledger VALUES(3,'2026-11-22T05:04:44Z','undo',3,2,'beheer@lms','import 2',3745356456);
INSERT INTO ledger VALUES(4,'2026-11-22T05:04:45Z','call',NULL,NULL,'hr','CreatePerson',887504942);
INSERT INTO ledger VALUES(5,'2026-11-22T05:05:04Z','command',NULL,NULL,'beheer@lms','person anonymise',3588127413);
INSERT INTO ledger VALUES(6,'2026-11-22T21:00:46Z','act',NULL,NULL,'beheer@lms','operator add beheer; owner',3098547630);
INSERT INTO ledger VALUES(7,'2026-11-24T12:37:45Z','act',NULL,NULL,'beheer@lms','mappings set hr, version 1',4156936669);
INSERT INTO ledger VALUES(8,'2026-11-24T12:37:45Z','import',4,NULL,'beheer@lms','medewerkers.csv',656087377);
INSERT INTO ledger VALUES(9,'2026-11-24T12:37:59Z','act',NULL,NULL,'beheer@lms','credential token hr lms_DPfGywqs; it holds until it is revoked',4004122086);
INSERT INTO ledger VALUES(10,'2026-11-27T07:35:37Z','act',NULL,NULL,'beheer@lms','operator add jansen; editor',2700976456);
INSERT INTO ledger VALUES(11,'2026-11-27T07:35:37Z','act',NULL,NULL,'beheer@lms','operator role jansen owner',1928792248);
INSERT INTO ledger VALUES(12,'2026-11-27T07:35:44Z','act',NULL,NULL,'beheer@lms','credential add AFAS; HR; granted: reports',1424594669);
INSERT INTO ledger VALUES(13,'2026-11-27T07:35:44Z','act',NULL,NULL,'beheer@lms','credential token AFAS; HR lms_nykr_pSh; it holds until 2027-11-27T08:35:44+01:00',2121034005);
INSERT INTO ledger VALUES(14,'2026-11-27T07:35:44Z','act',NULL,NULL,'beheer@lms','credential rotate AFAS; HR; the old password holds until 2026-11-27T09:35:44+01:00',561482015);
INSERT INTO ledger VALUES(15,'2026-11-27T07:35:44Z','act',NULL,NULL,'beheer@lms','credential grant AFAS; HR: UpdatePerson',3915456387);
INSERT INTO ledger VALUES(16,'2026-11-27T07:35:44Z','act',NULL,NULL,'beheer@lms','operator add weg; viewer',3337875409);
INSERT INTO ledger VALUES(17,'2026-11-27T07:35:44Z','act',NULL,NULL,'beheer@lms','operator revoke weg',2131981123);
INSERT INTO ledger VALUES(18,'2026-11-27T07:35:44Z','act',NULL,NULL,'beheer@lms','backup --to /backups/lms.sqlite',2154846286);
INSERT INTO ledger VALUES(19,'2026-11-27T07:35:44Z','import',5,NULL,'beheer@lms','divisions.csv',2732251466);
INSERT INTO ledger VALUES(20,'2026-11-27T07:36:02Z','act',NULL,NULL,'jansen','signed in to the console from 192.0.2.7',80893105);
INSERT INTO ledger VALUES(21,'2026-11-27T07:36:03Z','act',NULL,NULL,'jansen','console operator set-second-factor jansen',2690592783);
INSERT INTO ledger VALUES(22,'2026-11-27T07:36:04Z','act',NULL,NULL,'jansen','console calendar renew class 1',4276279400);
INSERT INTO ledger VALUES(23,'2026-11-27T07:36:05Z','act',NULL,NULL,'jansen','console operator add piet; viewer; named by the proxy, without a password',1039219322);
INSERT INTO ledger VALUES(24,'2026-11-27T07:36:06Z','import',6,NULL,'jansen','["SignIn","groups.csv"]',3564713674);
CREATE TABLE feed (
    id          INTEGER PRIMARY KEY CHECK (id = 1),
    lineage     INTEGER NOT NULL DEFAULT (random()),   -- `restore` gives a new one
    pruned      INTEGER NOT NULL DEFAULT 0,   -- the largest number of a change that was forgotten; 0: none was
    pruned_tag  INTEGER NOT NULL DEFAULT 0    -- the tag of its entry
) STRICT;
INSERT INTO feed VALUES(1,-6360997556936179296,0,0);
CREATE TABLE credential_token (
    credential    INTEGER NOT NULL REFERENCES credential ON DELETE CASCADE,
    prefix        TEXT    NOT NULL,   -- its first characters, by which it is listed and revoked
    digest        TEXT    NOT NULL UNIQUE,   -- of the whole token, which is random
    created_at    TEXT    NOT NULL,
    expires_at    TEXT,   -- NULL: never
    last_used_at  TEXT,
    PRIMARY KEY (credential, prefix)
) STRICT, WITHOUT ROWID;
INSERT INTO credential_token VALUES(1,'lms_DPfGywqs','a329a5f8bd7fbe838e774111b4f36e190928d55531dc1ed3b28cfad878a672f9','2026-11-24T12:37:59Z',NULL,NULL);
INSERT INTO credential_token VALUES(2,'lms_nykr_pSh','fbc151af8f25a2632bd6ebe1feff86069ffa0dda273e497c86edebfdaded6337','2026-11-27T07:35:44Z','2027-11-27T07:35:44Z',NULL);
CREATE TABLE mapping_version (
    name     TEXT    NOT NULL,
    version  INTEGER NOT NULL,   -- 1, 2, …; never used again, also after a removal
    content  TEXT    NOT NULL,   -- TOML, as it was set
    PRIMARY KEY (name, version)
) STRICT, WITHOUT ROWID;
INSERT INTO mapping_version VALUES('hr',1,replace('name = "hr"\nfile = "persons.csv"\nmatch = ["medewerkers*.csv"]\n[columns]\n"Personeelsnummer" = "ExternalIdentifier"\n"Voornaam" = "FirstName"\n"Achternaam" = "FamilyName"\n"E-mail" = "Email"\n','\n',char(10)));
CREATE TABLE mapping (
    name     TEXT    PRIMARY KEY,
    version  INTEGER NOT NULL,
    FOREIGN KEY (name, version) REFERENCES mapping_version
) STRICT, WITHOUT ROWID;
INSERT INTO mapping VALUES('hr',1);
CREATE TABLE ledger_mapping (
    ledger   INTEGER NOT NULL REFERENCES ledger ON DELETE CASCADE,
    file     TEXT    NOT NULL,   -- 'persons.csv'
    name     TEXT    NOT NULL,
    version  INTEGER NOT NULL,
    PRIMARY KEY (ledger, file)
) STRICT, WITHOUT ROWID;
INSERT INTO ledger_mapping VALUES(8,'persons.csv','hr',1);
CREATE TABLE import_job (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    credential  TEXT    NOT NULL,   -- its name
    key         TEXT,               -- the client's Idempotency-Key
    digest      TEXT    NOT NULL,   -- of the uploaded files, hexadecimal
    query       TEXT    NOT NULL,   -- the options of the request
    created_at  TEXT    NOT NULL,
    ended_at    TEXT,
    state       TEXT    NOT NULL
        CHECK (state IN ('queued', 'reading', 'checking', 'applying', 'done', 'failed', 'cancelled')),
    code        TEXT,               -- why it failed
    progress    INTEGER NOT NULL DEFAULT 0,   -- the percentage of bytes read
    number      INTEGER,            -- of the import
    files       TEXT    NOT NULL DEFAULT '[]',   -- counts, as JSON
    groups      TEXT    NOT NULL DEFAULT '[]',   -- errors by kind and column, as JSON
    errors      TEXT    NOT NULL DEFAULT '[]',   -- single errors, as JSON
    first_errors  TEXT  NOT NULL DEFAULT '[]'    -- the first of them
) STRICT;
INSERT INTO import_job VALUES(1,'hr','k-1','ab12','replace=false','2026-11-23T08:00:00Z','2026-11-23T08:00:01Z','done',NULL,100,4,'[]','[]','[]','[]');
CREATE TABLE operator_second_factor (
    operator    INTEGER PRIMARY KEY REFERENCES operator ON DELETE CASCADE,
    secret      BLOB    NOT NULL,   -- of RFC 6238
    last_step   INTEGER NOT NULL,   -- the newest time step of a used code: no code counts twice
    created_at  TEXT    NOT NULL
) STRICT;
INSERT INTO operator_second_factor VALUES(2,X'46dfdb9733a8157f95b0b1cbbbb4330e4227245e',59000000,'2026-11-27T07:36:00Z');
CREATE TABLE operator_recovery_code (
    operator  INTEGER NOT NULL REFERENCES operator_second_factor ON DELETE CASCADE,
    digest    TEXT    NOT NULL,   -- of the code, which is random
    PRIMARY KEY (operator, digest)
) STRICT, WITHOUT ROWID;
INSERT INTO operator_recovery_code VALUES(2,'98ae86a2dd22238440b533e1b4f291d9e122b03ea9f732d235617fe61777d2bf');
CREATE TABLE calendar_feed (
    kind        TEXT    NOT NULL CHECK (kind IN ('class', 'person', 'division')),
    subject     INTEGER NOT NULL,          -- the id in the table of this kind
    secret      TEXT    NOT NULL UNIQUE,   -- the random part of the address
    created_at  TEXT    NOT NULL,
    PRIMARY KEY (kind, subject)
) STRICT, WITHOUT ROWID;
INSERT INTO calendar_feed VALUES('class',1,'0cZ3l5t1lq8vCwJt1CkI4dN9xg2nL3wYt0P9yq7R1bM','2026-11-27T07:36:01Z');
CREATE TABLE last_import (
    id      INTEGER PRIMARY KEY CHECK (id = 1),
    at      TEXT    NOT NULL,
    action  TEXT    NOT NULL,   -- the imported path, or the job
    result  TEXT    NOT NULL CHECK (result IN ('applied', 'errors', 'guard', 'failed')),
    rows    INTEGER NOT NULL    -- created, changed or removed
) STRICT;
INSERT INTO last_import VALUES(1,'2026-11-27T07:35:44Z','divisions.csv','applied',1);
CREATE TABLE reported_result (
    finished_at           TEXT    NOT NULL,
    person                INTEGER NOT NULL,
    training              INTEGER NOT NULL,
    result                INTEGER NOT NULL,
    class                 INTEGER,          -- the result's, else the enrolment's
    started_at            TEXT,
    valid_until           TEXT,
    certificate_obtained  INTEGER NOT NULL,
    version               TEXT    NOT NULL,
    enrollment            INTEGER,
    enrolled_at           TEXT,
    changed_at            TEXT,
    cancelled_at          TEXT,
    cancelled_by          TEXT,
    cancellation_reason   TEXT,
    costs                 INTEGER,
    payment               TEXT,
    PRIMARY KEY (finished_at, person, training)
) STRICT, WITHOUT ROWID;
INSERT INTO reported_result VALUES('2018-01-22T10:53:48',27,1,20001,NULL,'2018-01-22T10:22:48',NULL,0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2018-09-05T17:58:28',35,1,20002,NULL,'2018-09-05T17:11:28',NULL,0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2019-03-05T10:00:00',48,21,20003,NULL,'2019-03-05T09:35:00',NULL,0,'',9001,'2019-02-04T09:00:00','2019-02-04T09:00:00',NULL,'','',NULL,'');
INSERT INTO reported_result VALUES('2019-03-06T10:00:00',29,21,20004,NULL,NULL,NULL,0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2019-04-01T10:00:00',49,21,30001,NULL,NULL,NULL,0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2019-05-14T16:00:00',14,7,20005,NULL,NULL,NULL,1,'2',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2019-08-20T15:48:06',4,1,20006,NULL,'2019-08-20T15:06:06',NULL,0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2021-01-05T11:55:44',5,1,20007,NULL,'2021-01-05T11:00:44',NULL,0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2021-04-06T17:06:35',39,1,20008,NULL,'2021-04-06T16:19:35',NULL,0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2021-09-02T08:13:34',19,1,20009,NULL,'2021-09-02T07:25:34',NULL,0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2022-02-15T16:39:31',21,1,20010,NULL,'2022-02-15T15:56:31',NULL,0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2022-04-11T09:52:08',23,2,20011,NULL,'2022-04-11T08:38:08','2024-04-11T09:52:08',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2022-06-01T11:00:00',23,20,20012,NULL,'2022-06-01T10:26:00','2025-06-01T11:00:00',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2022-09-19T11:49:00',43,12,20013,NULL,'2022-09-19T11:14:00','2025-09-19T11:49:00',1,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2022-09-27T18:07:59',20,3,20014,NULL,'2022-09-27T17:01:59','2025-09-27T18:07:59',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2022-10-03T15:00:00',43,10,20015,NULL,NULL,'2025-10-03T15:00:00',1,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2022-10-20T09:00:00',6,2,20016,NULL,'2022-10-20T08:29:00','2024-10-20T09:00:00',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2022-11-02T10:11:11',52,1,20017,NULL,'2022-11-02T09:06:11',NULL,0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2022-11-30T12:44:01',46,3,20018,NULL,'2022-11-30T11:35:01','2025-11-30T12:44:01',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2022-12-01T15:36:00',20,12,20019,NULL,'2022-12-01T14:29:00','2025-12-01T15:36:00',1,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2022-12-06T13:09:11',23,3,20020,NULL,'2022-12-06T12:45:11','2025-12-06T13:09:11',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2023-02-08T11:00:00',19,20,20021,NULL,'2023-02-08T10:10:00','2026-02-08T11:00:00',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2023-02-13T18:20:00',41,12,20022,NULL,'2023-02-13T17:41:00','2026-02-13T18:20:00',1,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2023-02-20T19:28:37',32,3,20023,NULL,'2023-02-20T18:18:37','2026-02-20T19:28:37',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2023-03-09T14:55:01',31,3,20024,NULL,'2023-03-09T14:28:01','2026-03-09T14:55:01',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2023-03-15T11:01:15',3,3,20025,NULL,'2023-03-15T10:37:15','2026-03-15T11:01:15',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2023-03-27T14:28:00',35,12,20026,NULL,'2023-03-27T13:50:00','2026-03-27T14:28:00',1,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2023-04-06T18:59:02',19,3,20027,NULL,'2023-04-06T18:31:02','2026-04-06T18:59:02',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2023-04-24T13:49:22',49,3,20028,NULL,'2023-04-24T12:58:22','2026-04-24T13:49:22',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2023-04-30T10:20:00',52,12,20029,NULL,'2023-04-30T09:37:00','2026-04-30T10:20:00',1,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2023-05-03T18:04:39',34,1,20030,NULL,'2023-05-03T17:07:39',NULL,0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2023-05-15T15:00:00',35,10,20031,NULL,'2023-05-15T13:00:00','2026-05-15T15:00:00',1,'1.0',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2023-05-23T11:09:08',21,3,20032,NULL,'2023-05-23T10:06:08','2026-05-23T11:09:08',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2023-05-31T18:31:55',48,3,20033,NULL,'2023-05-31T17:49:55','2026-05-31T18:31:55',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2023-06-01T13:28:47',43,3,20034,NULL,'2023-06-01T12:54:47','2026-06-01T13:28:47',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2023-06-06T11:42:56',60,3,20035,NULL,'2023-06-06T11:12:56','2026-06-06T11:42:56',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2023-06-12T11:16:00',24,12,20036,NULL,'2023-06-12T10:36:00','2026-06-12T11:16:00',1,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2023-07-03T20:57:31',8,3,20037,NULL,'2023-07-03T19:57:31','2026-07-03T20:57:31',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2023-08-29T09:08:16',2,3,20038,NULL,'2023-08-29T08:35:16','2026-08-29T09:08:16',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2023-08-30T20:20:14',44,1,20039,NULL,'2023-08-30T19:30:14',NULL,0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2023-09-12T08:36:05',13,3,20040,NULL,'2023-09-12T07:24:05','2026-09-12T08:36:05',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2023-10-04T16:30:00',7,4,20042,1,'2023-10-03T09:00:00','2024-10-04T16:30:00',1,'2022',5001,'2023-08-21T10:12:00','2023-08-26T12:46:00',NULL,'','',NULL,'');
INSERT INTO reported_result VALUES('2023-10-04T16:30:00',12,4,20043,1,'2023-10-03T09:00:00','2024-10-04T16:30:00',1,'2022',5002,'2023-08-22T08:40:00','2023-08-24T11:45:00',NULL,'','',NULL,'');
INSERT INTO reported_result VALUES('2023-10-04T16:30:00',38,4,20044,1,'2023-10-03T09:00:00','2024-10-04T16:30:00',1,'2022',5005,'2023-09-01T09:30:00','2023-09-04T11:36:00',NULL,'','',NULL,'');
INSERT INTO reported_result VALUES('2023-10-04T16:30:00',60,4,20041,1,'2023-10-03T09:00:00','2024-10-04T16:30:00',0,'2022',5003,'2023-08-25T15:03:00','2023-08-30T15:42:00',NULL,'','',NULL,'');
INSERT INTO reported_result VALUES('2023-10-10T10:17:00',9,3,20045,NULL,'2023-10-10T09:27:00','2026-10-10T10:17:00',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2023-10-29T08:59:21',41,2,20046,NULL,'2023-10-29T07:55:21','2025-10-29T08:59:21',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2023-11-02T22:00:00',3,17,20047,NULL,NULL,NULL,0,'2023',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2023-11-14T17:09:13',24,3,20048,NULL,'2023-11-14T15:59:13','2026-11-14T17:09:13',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2023-12-05T08:31:09',9,2,20049,NULL,'2023-12-05T07:40:09','2025-12-05T08:31:09',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2023-12-11T11:43:00',43,13,20050,NULL,'2023-12-11T11:18:00','2025-12-11T11:43:00',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2023-12-19T17:38:48',28,3,20051,NULL,'2023-12-19T16:29:48','2026-12-19T17:38:48',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2024-01-15T20:00:00',56,2,20052,NULL,'2024-01-15T19:00:00','2025-01-15T20:00:00',0,'2023.1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2024-01-18T17:11:51',7,3,20053,NULL,'2024-01-18T16:08:51','2027-01-18T17:11:51',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2024-01-23T11:35:12',27,3,20054,NULL,'2024-01-23T10:41:12','2027-01-23T11:35:12',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2024-01-31T09:43:00',39,12,20055,NULL,'2024-01-31T09:01:00','2027-01-31T09:43:00',1,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2024-02-01T17:40:15',31,2,20056,NULL,'2024-02-01T16:30:15','2026-02-01T17:40:15',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2024-02-05T20:43:19',50,1,20057,NULL,'2024-02-05T20:22:19',NULL,0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2024-02-06T16:16:08',50,2,20058,NULL,'2024-02-06T15:15:08','2026-02-06T16:16:08',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2024-02-27T17:42:53',14,3,20059,NULL,'2024-02-27T17:17:53','2027-02-27T17:42:53',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2024-02-29T16:30:00',20,7,20062,11,'2024-02-29T09:00:00','2026-02-28T16:30:00',1,'3.2',5009,'2024-01-18T11:21:00','2024-01-24T13:07:00',NULL,'','',NULL,'');
INSERT INTO reported_result VALUES('2024-02-29T16:30:00',21,7,20063,11,'2024-02-29T09:00:00','2026-02-28T16:30:00',1,'3.2',5011,'2024-01-23T11:57:00','2024-01-26T13:32:00',NULL,'','',NULL,'');
INSERT INTO reported_result VALUES('2024-02-29T16:30:00',23,7,20064,11,'2024-02-29T09:00:00','2026-02-28T16:30:00',1,'3.2',5008,'2024-01-13T11:57:00','2024-01-14T12:15:00',NULL,'','',NULL,'');
INSERT INTO reported_result VALUES('2024-02-29T16:30:00',29,7,20065,11,'2024-02-29T09:00:00','2026-02-28T16:30:00',1,'3.2',5006,'2024-01-11T09:00:00','2024-02-12T10:00:00','2024-02-12T10:00:00','Omgepland door teaminschrijving','',NULL,'');
INSERT INTO reported_result VALUES('2024-02-29T16:30:00',58,7,20060,11,'2024-02-29T09:00:00','2026-02-28T16:30:00',1,'3.2',5010,'2024-01-23T11:01:00','2024-01-27T12:48:00',NULL,'','',NULL,'');
INSERT INTO reported_result VALUES('2024-03-04T11:10:07',14,2,20066,NULL,'2024-03-04T10:21:07','2026-03-04T11:10:07',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2024-03-11T11:55:15',62,1,20067,NULL,'2024-03-11T11:17:15',NULL,0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2024-03-12T11:00:00',32,20,20068,NULL,'2024-03-12T10:29:00','2027-03-12T11:00:00',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2024-03-18T15:49:00',20,13,20069,NULL,'2024-03-18T14:41:00','2026-03-18T15:49:00',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2024-03-26T13:49:48',7,2,20070,NULL,'2024-03-26T12:59:48','2026-03-26T13:49:48',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2024-03-31T16:57:54',51,3,20071,NULL,'2024-03-31T16:23:54','2027-03-31T16:57:54',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2024-04-03T13:13:51',3,2,20072,NULL,'2024-04-03T12:36:51','2026-04-03T13:13:51',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2024-05-13T17:13:00',27,13,20073,NULL,'2024-05-13T16:10:00','2026-05-13T17:13:00',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2024-05-14T20:27:18',4,2,20074,NULL,'2024-05-14T19:56:18','2026-05-14T20:27:18',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2024-05-15T20:50:29',32,2,20075,NULL,'2024-05-15T19:57:29','2026-05-15T20:50:29',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2024-05-21T10:08:09',22,3,20076,NULL,'2024-05-21T09:15:09','2027-05-21T10:08:09',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2024-05-27T12:54:00',21,2,20077,NULL,'2024-05-27T12:04:00','2026-05-27T12:54:00',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2024-06-01T15:30:02',43,2,20078,NULL,'2024-06-01T14:38:02','2026-06-01T15:30:02',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2024-06-11T11:57:32',41,3,20079,NULL,'2024-06-11T11:12:32','2027-06-11T11:57:32',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2024-06-18T10:48:13',1,2,20080,NULL,'2024-06-18T10:15:13','2026-06-18T10:48:13',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2024-06-28T16:00:00',24,2147483660,20081,NULL,'2024-03-01T09:00:00','2027-06-28T16:00:00',1,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2024-07-02T17:09:48',2,2,20082,NULL,'2024-07-02T16:23:48','2026-07-02T17:09:48',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2024-07-09T15:08:29',36,3,20083,NULL,'2024-07-09T13:54:29','2027-07-09T15:08:29',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2024-08-31T11:16:00',24,13,20084,NULL,'2024-08-31T10:49:00','2026-08-31T11:16:00',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2024-08-31T11:43:00',24,14,20085,NULL,'2024-08-31T11:11:00','2026-02-28T11:43:00',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2024-08-31T14:26:24',24,2,20086,NULL,'2024-08-31T13:28:24','2026-08-31T14:26:24',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2024-09-02T15:25:09',37,1,20087,NULL,'2024-09-02T14:58:09',NULL,0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2024-09-05T18:27:18',42,2,20088,NULL,'2024-09-05T17:35:18','2026-09-05T18:27:18',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2024-09-17T10:57:25',18,3,20089,NULL,'2024-09-17T10:09:25','2027-09-17T10:57:25',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2024-09-23T15:04:00',32,13,20090,NULL,'2024-09-23T14:32:00','2026-09-23T15:04:00',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2024-09-30T08:44:00',10,2,20091,NULL,'2024-09-30T07:58:00','2026-09-30T08:44:00',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2024-10-01T18:51:33',5,3,20092,NULL,'2024-10-01T17:57:33','2027-10-01T18:51:33',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2024-10-10T14:03:58',51,2,20093,NULL,'2024-10-10T13:20:58','2026-10-10T14:03:58',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2024-10-15T18:46:46',57,8,20094,NULL,'2024-10-15T17:49:46','2025-10-15T18:46:46',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2024-10-22T16:38:22',28,2,20095,NULL,'2024-10-22T16:15:22','2026-10-22T16:38:22',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2024-10-27T20:27:18',53,3,20096,NULL,'2024-10-27T19:21:18','2027-10-27T20:27:18',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2024-11-18T17:40:00',27,12,20097,NULL,'2024-11-18T17:04:00','2027-11-18T17:40:00',1,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2024-11-21T11:32:33',6,2,20098,NULL,'2024-11-21T11:01:33','2026-11-21T11:32:33',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2024-12-12T16:52:46',31,8,20099,NULL,'2024-12-12T16:19:46','2025-12-12T16:52:46',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2024-12-31T09:59:52',52,2,20100,NULL,'2024-12-31T09:10:52','2026-12-31T09:59:52',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-01-16T20:23:24',13,2,20101,NULL,'2025-01-16T19:54:24','2027-01-16T20:23:24',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-01-20T17:55:33',21,8,20102,NULL,'2025-01-20T17:19:33','2026-01-20T17:55:33',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-01-28T11:54:05',48,2,20103,NULL,'2025-01-28T10:44:05','2027-01-28T11:54:05',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-02-03T14:56:00',35,13,20104,NULL,'2025-02-03T14:20:00','2027-02-03T14:56:00',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-02-11T18:41:20',8,2,20105,NULL,'2025-02-11T18:15:20','2027-02-11T18:41:20',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-02-17T11:58:49',29,3,20106,NULL,'2025-02-17T11:04:49','2028-02-17T11:58:49',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-02-24T20:32:04',17,2,20107,NULL,'2025-02-24T20:02:04','2027-02-24T20:32:04',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-02-28T14:37:00',51,12,20108,NULL,'2025-02-28T14:05:00','2028-02-28T14:37:00',1,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-03-09T12:00:00',36,8,20109,NULL,'2025-03-09T11:30:00','2026-03-09T12:00:00',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-03-11T22:00:00',24,9,20110,16,'2025-03-11T19:00:00','2026-03-11T22:00:00',1,'',5014,'2025-01-10T12:30:00','2025-01-15T15:20:00',NULL,'','',NULL,'');
INSERT INTO reported_result VALUES('2025-03-11T22:00:00',28,9,20111,16,'2025-03-11T19:00:00','2026-03-11T22:00:00',1,'',5017,'2025-01-20T20:30:00','2025-03-12T09:00:00','2025-03-12T09:00:00','Geannuleerd door planner','No show',NULL,'');
INSERT INTO reported_result VALUES('2025-03-11T22:00:00',35,9,20112,16,'2025-03-11T19:00:00','2026-03-11T22:00:00',1,'',5018,'2025-01-23T12:13:00','2025-01-27T16:05:00',NULL,'','',NULL,'');
INSERT INTO reported_result VALUES('2025-03-20T17:17:36',40,8,20113,NULL,'2025-03-20T16:32:36','2026-03-20T17:17:36',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-03-30T18:20:46',27,2,20114,NULL,'2025-03-30T17:43:46','2027-03-30T18:20:46',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-03-31T16:35:00',19,13,20115,NULL,'2025-03-31T15:50:00','2027-03-31T16:35:00',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-04-08T20:40:24',35,3,20116,NULL,'2025-04-08T19:33:24','2028-04-08T20:40:24',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-04-10T14:59:15',49,8,20117,NULL,'2025-04-10T13:49:15','2026-04-10T14:59:15',0,'',5027,'2025-04-01T13:00:00','2025-04-14T09:00:00','2025-04-14T09:00:00','Reden onbekend','',NULL,'');
INSERT INTO reported_result VALUES('2025-04-14T16:01:40',19,8,20118,NULL,'2025-04-14T15:19:40','2026-04-14T16:01:40',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-05-02T10:04:28',23,8,20119,NULL,'2025-05-02T09:36:28','2026-05-02T10:04:28',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-05-05T10:38:36',46,2,20120,NULL,'2025-05-05T10:11:36','2027-05-05T10:38:36',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-05-19T16:30:00',19,4,20121,2,'2025-05-12T09:00:00','2026-05-19T16:30:00',1,'',5024,'2025-03-17T14:22:00','2025-03-23T17:53:00',NULL,'','',24500,'Afdelingsbudget');
INSERT INTO reported_result VALUES('2025-05-19T16:30:00',27,4,20122,2,'2025-05-12T09:00:00','2026-05-19T16:30:00',1,'',5030,'2025-04-07T11:11:00','2025-05-06T09:00:00','2025-05-06T09:00:00','Overgeplaatst van wachtlijst','',NULL,'');
INSERT INTO reported_result VALUES('2025-05-19T16:30:00',30,4,20123,2,'2025-05-12T09:00:00','2026-05-19T16:30:00',0,'',5025,'2025-03-18T09:05:00','2025-03-23T11:04:00',NULL,'','',NULL,'');
INSERT INTO reported_result VALUES('2025-05-19T16:30:00',36,4,20124,2,'2025-05-12T09:00:00','2026-05-19T16:30:00',1,'',5028,'2025-04-02T21:40:00','2025-04-09T00:30:00',NULL,'','',NULL,'');
INSERT INTO reported_result VALUES('2025-05-20T16:30:00',7,5,20125,5,'2025-05-20T09:00:00','2026-05-20T16:30:00',1,'',5019,'2025-02-10T10:00:00','2025-02-13T11:44:00',NULL,'','',NULL,'');
INSERT INTO reported_result VALUES('2025-05-20T16:30:00',10,5,20126,5,'2025-05-20T09:00:00','2026-05-20T16:30:00',1,'',5023,'2025-02-27T13:37:00','2025-03-03T16:42:00',NULL,'','',0,'Trainersregeling');
INSERT INTO reported_result VALUES('2025-05-20T16:30:00',13,5,20127,5,'2025-05-20T09:00:00','2026-05-20T16:30:00',1,'',5020,'2025-02-10T10:05:00','2025-02-15T10:59:00',NULL,'','',NULL,'');
INSERT INTO reported_result VALUES('2025-05-20T16:30:00',17,5,20128,5,'2025-05-20T09:00:00','2026-05-20T16:30:00',1,'',5022,'2025-02-12T08:30:00','2025-05-14T09:45:00','2025-05-14T09:45:00','Omgepland door planner','',NULL,'');
INSERT INTO reported_result VALUES('2025-05-20T16:30:00',43,5,20129,5,'2025-05-20T09:00:00','2026-05-20T16:30:00',0,'',5021,'2025-02-11T18:00:00','2025-05-13T12:00:00','2025-05-13T12:00:00','Omgepland door medewerker','',NULL,'');
INSERT INTO reported_result VALUES('2025-05-20T16:30:00',51,5,20130,5,'2025-05-20T09:00:00','2026-05-20T16:30:00',1,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-06-03T15:14:57',45,1,20131,NULL,'2025-06-03T14:37:57',NULL,0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-06-05T10:53:00',29,14,20132,NULL,'2025-06-05T09:56:00','2026-12-05T10:53:00',0,'',5031,'2025-06-02T22:00:00','2025-06-10T09:00:00','2025-06-10T09:00:00','Geweigerd door leidinggevende','',NULL,'');
INSERT INTO reported_result VALUES('2025-06-09T12:00:00',42,8,20133,NULL,'2025-06-09T11:06:00','2026-06-09T12:00:00',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-06-09T12:00:01',29,8,20134,NULL,'2025-06-09T10:53:01','2026-06-09T12:00:01',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-06-12T13:56:53',45,3,20135,NULL,'2025-06-12T13:12:53','2028-06-12T13:56:53',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-06-24T15:06:27',20,2,20136,NULL,'2025-06-24T14:26:27','2027-06-24T15:06:27',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-06-30T11:08:09',62,8,20137,NULL,'2025-06-30T10:02:09','2026-06-30T11:08:09',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-07-14T19:11:03',17,3,20138,NULL,'2025-07-14T18:02:03','2028-07-14T19:11:03',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-07-21T19:05:56',28,8,20139,NULL,'2025-07-21T18:07:56','2026-07-21T19:05:56',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-08-19T20:29:55',15,2,20140,NULL,'2025-08-19T20:03:55','2027-08-19T20:29:55',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-08-31T12:00:00',17,9,20141,NULL,NULL,'2026-02-28T12:00:00',1,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-08-31T17:54:37',44,2,20142,NULL,'2025-08-31T16:45:37','2027-08-31T17:54:37',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-09-02T20:28:50',59,1,20143,NULL,'2025-09-02T20:04:50',NULL,0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-09-08T15:34:29',59,3,20144,NULL,'2025-09-08T14:53:29','2028-09-08T15:34:29',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-09-08T17:00:00',20,10,20145,19,'2025-09-08T13:00:00','2028-09-08T17:00:00',1,'',5042,'2025-06-23T10:08:00','2025-06-28T13:08:00',NULL,'','',NULL,'');
INSERT INTO reported_result VALUES('2025-09-08T17:00:00',24,10,20146,19,'2025-09-08T13:00:00','2028-09-08T17:00:00',0,'',5037,'2025-06-19T10:00:00','2025-06-25T14:07:00',NULL,'','',NULL,'');
INSERT INTO reported_result VALUES('2025-09-08T17:00:00',27,10,20147,19,'2025-09-08T13:00:00','2028-09-08T17:00:00',1,'',5039,'2025-06-20T10:36:00','2025-06-25T13:49:00',NULL,'','',NULL,'');
INSERT INTO reported_result VALUES('2025-09-08T17:00:00',52,10,20148,19,'2025-09-08T13:00:00','2028-09-08T17:00:00',1,'',5043,'2025-06-23T10:24:00','2025-06-24T13:43:00',NULL,'','',NULL,'');
INSERT INTO reported_result VALUES('2025-09-09T13:46:00',59,8,20149,NULL,'2025-09-09T13:25:00','2026-09-09T13:46:00',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-09-11T20:07:55',59,2,20150,NULL,'2025-09-11T19:25:55','2027-09-11T20:07:55',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-09-16T12:39:16',54,1,20151,NULL,'2025-09-16T12:13:16',NULL,0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-09-17T12:17:13',35,2,20152,NULL,'2025-09-17T11:56:13','2027-09-17T12:17:13',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-09-29T15:15:04',22,8,20153,NULL,'2025-09-29T14:07:04','2026-09-29T15:15:04',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-10-01T09:42:18',54,8,20154,NULL,'2025-10-01T09:10:18','2026-10-01T09:42:18',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-10-02T19:25:10',26,1,20155,NULL,'2025-10-02T18:38:10',NULL,0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-10-03T12:31:13',26,2,20156,NULL,'2025-10-03T12:01:13','2027-10-03T12:31:13',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-10-06T12:30:00',11,15,20157,23,'2025-09-15T09:00:00',NULL,1,'',5033,'2025-06-16T08:00:00','2025-09-12T16:00:00','2025-09-12T16:00:00','Geannuleerd door medewerker','Afgemeld',NULL,'');
INSERT INTO reported_result VALUES('2025-10-06T12:30:00',34,15,20158,23,'2025-09-15T09:00:00',NULL,0,'',5035,'2025-06-19T09:13:00','2025-06-25T09:21:00',NULL,'','',NULL,'');
INSERT INTO reported_result VALUES('2025-10-06T12:30:00',50,15,20159,23,'2025-09-15T09:00:00',NULL,1,'',5034,'2025-06-19T09:00:00','2025-06-25T13:00:00',NULL,'','',NULL,'');
INSERT INTO reported_result VALUES('2025-10-06T12:30:00',51,15,20160,23,'2025-09-15T09:00:00',NULL,1,'',5040,'2025-06-21T09:20:00','2025-06-25T14:19:00',NULL,'','',NULL,'');
INSERT INTO reported_result VALUES('2025-10-06T12:30:00',52,15,20161,23,'2025-09-15T09:00:00',NULL,1,'',5032,'2025-06-15T09:15:00','2025-06-18T10:28:00',NULL,'','',NULL,'');
INSERT INTO reported_result VALUES('2025-10-06T12:30:00',53,15,20162,23,'2025-09-15T09:00:00',NULL,1,'',5036,'2025-06-19T09:47:00','2025-06-25T10:07:00',NULL,'','',NULL,'');
INSERT INTO reported_result VALUES('2025-10-07T15:59:29',5,2,20163,NULL,'2025-10-07T15:05:29','2027-10-07T15:59:29',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-10-10T15:13:08',26,8,20164,NULL,'2025-10-10T14:36:08','2026-10-10T15:13:08',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-10-21T08:25:42',52,3,20165,NULL,'2025-10-21T07:12:42','2028-10-21T08:25:42',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-10-26T02:45:00',29,6,20166,9,'2025-10-25T22:00:00','2026-10-26T02:45:00',0,'',5048,'2025-09-13T16:41:00','2025-09-17T16:54:00',NULL,'','',NULL,'');
INSERT INTO reported_result VALUES('2025-10-26T04:30:00',20,6,20167,9,'2025-10-25T22:00:00','2026-10-26T04:30:00',0,'',5051,'2025-09-18T16:16:00','2025-09-23T21:03:00',NULL,'','',NULL,'');
INSERT INTO reported_result VALUES('2025-10-26T04:30:00',27,6,20168,9,'2025-10-25T22:00:00','2026-10-26T04:30:00',0,'',5047,'2025-09-10T16:08:00','2025-09-12T17:49:00',NULL,'','',NULL,'');
INSERT INTO reported_result VALUES('2025-10-26T04:30:00',31,6,20169,9,'2025-10-25T22:00:00','2026-10-26T04:30:00',0,'',5052,'2025-09-20T16:17:00','2025-09-26T18:32:00',NULL,'','',NULL,'');
INSERT INTO reported_result VALUES('2025-11-05T14:30:00',30,2,20170,NULL,'2025-11-05T14:10:00','2027-11-05T14:30:00',0,'',5064,'2025-11-03T09:00:00','2025-11-03T09:00:00',NULL,'','',NULL,'');
INSERT INTO reported_result VALUES('2025-11-06T22:15:00',21,17,20171,27,'2025-11-06T20:00:00',NULL,0,'',5053,'2025-09-22T15:00:00','2025-09-29T09:00:00','2025-09-29T09:00:00','Geweigerd door planner','',NULL,'');
INSERT INTO reported_result VALUES('2025-11-06T22:15:00',26,17,20172,27,'2025-11-06T20:00:00',NULL,0,'',5056,'2025-10-06T10:00:00','2025-10-09T10:58:00',NULL,'','',NULL,'');
INSERT INTO reported_result VALUES('2025-11-06T22:15:00',44,17,20173,27,'2025-11-06T20:00:00',NULL,0,'',5060,'2025-10-13T09:00:00','2025-10-14T13:17:00',NULL,'','',NULL,'');
INSERT INTO reported_result VALUES('2025-11-11T20:22:32',32,8,20174,NULL,'2025-11-11T19:14:32','2026-11-11T20:22:32',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-11-12T08:45:00',12,2,20175,NULL,'2025-11-12T07:39:00','2027-11-12T08:45:00',0,'',5065,'2025-11-10T08:00:00','2026-01-01T02:00:00','2026-01-01T02:00:00','Medewerker uit dienst','',NULL,'');
INSERT INTO reported_result VALUES('2025-11-25T19:33:05',39,2,20176,NULL,'2025-11-25T19:06:05','2027-11-25T19:33:05',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-12-02T17:59:00',27,14,20177,NULL,'2025-12-02T16:53:00','2027-06-02T17:59:00',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-12-08T10:07:50',22,2,20178,NULL,'2025-12-08T09:40:50','2027-12-08T10:07:50',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-12-11T21:00:00',53,16,20179,25,'2025-12-11T19:30:00',NULL,0,'',5068,'2025-11-17T10:00:00','2025-11-18T13:49:00',NULL,'','',NULL,'');
INSERT INTO reported_result VALUES('2025-12-19T15:00:00',26,2147483671,20180,NULL,'2025-10-01T09:00:00',NULL,0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2025-12-30T10:35:02',53,2,20181,NULL,'2025-12-30T09:48:02','2027-12-30T10:35:02',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2026-01-15T22:00:00',35,9,20182,17,'2026-01-15T19:00:00','2027-01-15T22:00:00',1,'',5063,'2025-11-03T08:00:00','2025-11-09T12:59:00',NULL,'','',NULL,'');
INSERT INTO reported_result VALUES('2026-01-15T22:00:00',39,9,20183,17,'2026-01-15T19:00:00','2027-01-15T22:00:00',1,'',5016,'2025-01-20T12:33:00','2025-01-24T15:14:00',NULL,'','',NULL,'');
INSERT INTO reported_result VALUES('2026-01-15T22:00:00',41,9,20184,17,'2026-01-15T19:00:00','2027-01-15T22:00:00',0,'',5066,'2025-11-10T17:17:00','2025-11-11T21:37:00',NULL,'','',NULL,'');
INSERT INTO reported_result VALUES('2026-01-15T22:00:00',52,9,20185,17,'2026-01-15T19:00:00','2027-01-15T22:00:00',1,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2026-01-20T16:30:00',19,7,20186,12,'2026-01-20T09:00:00','2028-01-20T16:30:00',1,'',5070,'2025-11-24T13:13:00','2025-11-29T16:24:00',NULL,'','',NULL,'');
INSERT INTO reported_result VALUES('2026-01-22T10:15:00',22,7,20187,12,NULL,'2028-01-22T10:15:00',0,'',5071,'2025-11-25T10:30:00','2025-11-26T13:38:00',NULL,'','',NULL,'');
INSERT INTO reported_result VALUES('2026-02-03T17:57:58',25,1,20188,NULL,'2026-02-03T16:59:58',NULL,0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reported_result VALUES('2026-02-19T19:04:50',44,8,20189,NULL,'2026-02-19T18:33:50','2027-02-19T19:04:50',0,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE reported_enrollment (
    enrolled_at           TEXT    NOT NULL,
    person                INTEGER NOT NULL,
    training              INTEGER NOT NULL,
    enrollment            INTEGER NOT NULL,
    started_at            TEXT,
    percent_complete      INTEGER,
    finished_before       TEXT,
    valid_until           TEXT,
    class                 INTEGER,
    state                 INTEGER NOT NULL,
    on_waiting_list       INTEGER NOT NULL,
    changed_at            TEXT    NOT NULL,
    cancelled_at          TEXT,
    cancelled_by          TEXT    NOT NULL,
    cancellation_reason   TEXT    NOT NULL,
    costs                 INTEGER,
    PRIMARY KEY (enrolled_at, person, training, enrollment)
) STRICT, WITHOUT ROWID;
INSERT INTO reported_enrollment VALUES('2023-08-28T20:15:00',36,4,5004,'2025-05-12T09:00:00',NULL,NULL,NULL,1,2,0,'2023-10-04T17:10:00','2023-10-04T17:10:00','Geannuleerd door planner','No show',24500);
INSERT INTO reported_enrollment VALUES('2024-01-12T19:45:00',57,7,5007,NULL,NULL,NULL,NULL,11,2,0,'2024-02-29T08:05:00','2024-02-29T08:05:00','Geannuleerd door medewerker','Afgemeld',NULL);
INSERT INTO reported_enrollment VALUES('2024-03-01T10:00:00',42,20,5012,'2024-03-02T10:00:00',30,NULL,NULL,NULL,3,0,'2024-03-01T10:00:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2024-05-01T10:00:00',38,13,5013,'2024-05-02T10:00:00',10,NULL,NULL,NULL,3,0,'2024-05-01T10:00:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2025-01-19T12:26:00',51,9,5015,NULL,NULL,NULL,NULL,16,3,0,'2025-01-22T17:02:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2025-04-01T07:55:00',42,4,5026,NULL,NULL,NULL,NULL,2,2,0,'2025-05-05T18:20:00','2025-05-05T18:20:00','Geannuleerd door medewerker','Afgemeld',NULL);
INSERT INTO reported_enrollment VALUES('2025-04-03T10:30:00',50,4,5029,NULL,NULL,NULL,NULL,2,2,0,'2025-05-12T17:00:00','2025-05-12T17:00:00','Geannuleerd door planner','No show',24500);
INSERT INTO reported_enrollment VALUES('2025-06-20T10:00:00',37,10,5038,NULL,NULL,NULL,NULL,19,2,0,'2025-09-08T17:30:00','2025-09-08T17:30:00','Reden onbekend','No show',NULL);
INSERT INTO reported_enrollment VALUES('2025-09-04T19:45:00',57,17,5045,NULL,NULL,NULL,NULL,28,2,0,'2025-10-01T02:00:00','2025-10-01T02:00:00','Medewerker uit dienst','',NULL);
INSERT INTO reported_enrollment VALUES('2025-09-09T09:09:00',37,5,5046,NULL,NULL,NULL,NULL,6,2,0,'2025-11-10T10:00:00','2025-11-10T10:00:00','Geannuleerd door planner','',NULL);
INSERT INTO reported_enrollment VALUES('2025-09-15T20:00:00',36,5,5049,NULL,NULL,NULL,NULL,6,3,0,'2025-09-18T22:48:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2025-09-16T14:00:00',19,5,5050,NULL,NULL,NULL,NULL,6,3,0,'2025-09-22T16:25:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2025-09-23T10:00:00',22,17,5054,NULL,NULL,NULL,NULL,27,3,0,'2025-09-28T14:28:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2025-09-24T09:00:00',44,17,5055,'2025-11-06T20:00:00',NULL,NULL,NULL,27,2,0,'2025-10-01T09:00:00','2025-10-01T09:00:00','Omgepland door teaminschrijving','',NULL);
INSERT INTO reported_enrollment VALUES('2025-10-08T13:02:00',52,2147483670,5057,'2026-01-08T09:30:00',75,NULL,NULL,30,3,0,'2025-10-11T14:51:00',NULL,'','',119500);
INSERT INTO reported_enrollment VALUES('2025-10-08T16:00:00',6,14,5058,'2026-01-15T16:20:00',80,NULL,NULL,NULL,2,0,'2025-10-09T08:30:00','2025-10-09T08:30:00','Geannuleerd door medewerker','',NULL);
INSERT INTO reported_enrollment VALUES('2025-10-12T13:31:00',51,2147483670,5059,'2026-01-08T09:30:00',60,NULL,NULL,30,3,0,'2025-10-18T14:35:00',NULL,'','',119500);
INSERT INTO reported_enrollment VALUES('2025-10-18T13:34:00',34,2147483670,5061,NULL,NULL,NULL,NULL,30,3,0,'2025-10-23T16:55:00',NULL,'','',119500);
INSERT INTO reported_enrollment VALUES('2025-10-19T13:58:00',11,2147483670,5062,NULL,NULL,NULL,NULL,30,3,0,'2025-10-22T16:22:00',NULL,'','',119500);
INSERT INTO reported_enrollment VALUES('2025-11-11T18:00:00',43,9,5067,NULL,NULL,NULL,NULL,17,2,0,'2026-01-16T09:00:00','2026-01-16T09:00:00','Geannuleerd door planner','No show',8950);
INSERT INTO reported_enrollment VALUES('2025-11-18T10:00:00',27,16,5069,NULL,NULL,NULL,NULL,25,2,0,'2025-12-11T22:00:00','2025-12-11T22:00:00','Geannuleerd door planner','No show',0);
INSERT INTO reported_enrollment VALUES('2025-11-26T21:00:00',28,7,5072,NULL,NULL,NULL,NULL,12,2,0,'2026-01-20T17:05:00','2026-01-20T17:05:00','Geannuleerd door planner','No show',6000);
INSERT INTO reported_enrollment VALUES('2025-12-01T10:00:00',7,5,5073,NULL,NULL,'2025-05-20T16:30:00','2026-05-20T16:30:00',7,3,0,'2025-12-04T11:40:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2025-12-01T10:01:00',13,5,5074,NULL,NULL,'2025-05-20T16:30:00','2026-05-20T16:30:00',7,3,0,'2025-12-07T11:18:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2025-12-05T09:00:00',8,19,5075,'2026-02-10T09:30:00',0,NULL,NULL,29,3,0,'2025-12-08T11:04:00',NULL,'','',99000);
INSERT INTO reported_enrollment VALUES('2025-12-08T09:00:00',7,19,5076,NULL,NULL,NULL,NULL,29,3,0,'2025-12-14T13:42:00',NULL,'','',99000);
INSERT INTO reported_enrollment VALUES('2025-12-08T17:25:00',10,5,5077,NULL,NULL,'2025-05-20T16:30:00','2026-05-20T16:30:00',7,3,0,'2025-12-12T18:06:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2025-12-09T09:00:00',11,19,5079,NULL,NULL,NULL,NULL,29,3,0,'2025-12-13T11:03:00',NULL,'','',99000);
INSERT INTO reported_enrollment VALUES('2025-12-10T15:00:00',52,9,5080,'2026-01-15T19:00:00',NULL,NULL,NULL,18,3,0,'2025-12-16T17:02:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2025-12-11T09:00:00',9,19,5081,'2026-02-10T09:30:00',40,NULL,NULL,29,3,0,'2025-12-14T13:48:00',NULL,'','',99000);
INSERT INTO reported_enrollment VALUES('2025-12-15T08:30:00',17,5,5082,NULL,NULL,'2025-05-20T16:30:00','2026-05-20T16:30:00',7,3,0,'2025-12-19T08:41:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2025-12-16T09:00:00',10,19,5083,NULL,NULL,NULL,NULL,29,3,0,'2025-12-20T13:28:00',NULL,'','',99000);
INSERT INTO reported_enrollment VALUES('2025-12-18T13:00:00',50,4,5084,NULL,NULL,NULL,NULL,3,2,0,'2026-02-01T02:00:00','2026-02-01T02:00:00','Medewerker uit dienst','',NULL);
INSERT INTO reported_enrollment VALUES('2026-01-05T09:00:00',47,1,5085,NULL,NULL,NULL,NULL,NULL,3,0,'2026-01-05T09:00:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-01-05T18:00:00',43,5,5086,NULL,NULL,'2025-05-20T16:30:00','2026-05-20T16:30:00',7,0,1,'2026-01-05T18:00:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-01-05T20:00:00',36,12,5087,NULL,NULL,NULL,NULL,NULL,3,0,'2026-01-05T20:00:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-01-07T10:00:00',24,9,5088,NULL,NULL,'2025-03-11T22:00:00','2026-03-11T22:00:00',18,3,0,'2026-01-13T13:13:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-01-10T07:00:00',20,12,5089,NULL,NULL,'2022-12-01T15:36:00','2025-12-01T15:36:00',NULL,3,0,'2026-01-10T07:00:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-01-12T09:00:00',51,16,5090,NULL,NULL,NULL,NULL,26,3,0,'2026-01-18T11:50:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-01-12T09:05:00',52,16,5091,NULL,NULL,NULL,NULL,26,3,0,'2026-01-14T09:22:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-01-12T10:02:00',26,4,5092,NULL,NULL,NULL,NULL,3,3,0,'2026-01-17T11:06:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-01-12T16:00:00',6,14,5093,'2026-01-15T16:20:00',80,NULL,NULL,NULL,3,0,'2026-01-12T16:00:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-01-13T16:45:00',45,4,5094,'2026-03-02T09:00:00',50,NULL,NULL,3,3,0,'2026-01-16T20:50:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-01-13T16:47:00',46,4,5095,'2026-03-02T09:00:00',50,NULL,NULL,3,3,0,'2026-01-18T16:53:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-01-15T12:30:00',40,4,5096,NULL,NULL,NULL,NULL,3,2,0,'2026-02-19T08:15:00','2026-02-19T08:15:00','Omgepland door medewerker','',NULL);
INSERT INTO reported_enrollment VALUES('2026-01-19T17:17:00',41,11,5097,NULL,NULL,NULL,NULL,21,3,0,'2026-01-24T17:30:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-01-19T18:00:00',43,11,5098,NULL,NULL,NULL,NULL,21,2,0,'2026-02-25T14:00:00','2026-02-25T14:00:00','Omgepland door planner','',NULL);
INSERT INTO reported_enrollment VALUES('2026-01-20T10:00:00',56,2,5099,'2026-01-21T22:00:00',0,'2024-01-15T20:00:00','2025-01-15T20:00:00',NULL,3,0,'2026-01-20T10:00:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-01-20T22:10:00',54,4,5100,NULL,NULL,NULL,NULL,3,3,0,'2026-01-24T23:38:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-01-26T10:00:00',24,7,5101,'2026-03-09T09:00:00',50,NULL,NULL,13,3,0,'2026-01-29T12:45:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-01-29T11:50:00',62,4,5102,NULL,NULL,NULL,NULL,4,3,0,'2026-01-30T16:00:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-01-30T21:00:00',19,17,5103,NULL,NULL,NULL,NULL,28,3,0,'2026-02-05T23:02:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-02-01T19:00:00',31,17,5104,NULL,NULL,NULL,NULL,28,3,0,'2026-02-02T21:43:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-02-02T09:15:00',25,7,5105,NULL,NULL,NULL,NULL,13,3,0,'2026-02-06T10:40:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-02-02T19:31:00',31,4,5106,NULL,NULL,NULL,NULL,4,3,0,'2026-02-04T19:50:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-02-03T08:20:00',35,4,5107,NULL,NULL,NULL,NULL,4,3,0,'2026-02-07T11:39:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-02-03T08:25:00',39,4,5108,NULL,NULL,NULL,NULL,4,2,1,'2026-02-12T10:00:00','2026-02-12T10:00:00','Overgeplaatst van wachtlijst','',NULL);
INSERT INTO reported_enrollment VALUES('2026-02-03T12:34:00',6,17,5109,NULL,NULL,NULL,NULL,28,0,0,'2026-02-03T12:34:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-02-03T17:00:00',42,7,5110,NULL,NULL,NULL,NULL,13,3,0,'2026-02-06T17:51:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-02-04T07:30:00',20,2147483660,5111,NULL,NULL,NULL,NULL,31,3,0,'2026-02-07T08:51:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-02-05T19:00:00',37,2147483660,5112,NULL,NULL,NULL,NULL,31,3,0,'2026-02-08T23:11:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-02-06T08:00:00',59,17,5113,NULL,NULL,NULL,NULL,28,2,0,'2026-02-18T16:00:00','2026-02-18T16:00:00','Omgepland door planner','',NULL);
INSERT INTO reported_enrollment VALUES('2026-02-09T07:45:00',20,6,5114,NULL,NULL,'2025-10-26T04:30:00','2026-10-26T04:30:00',10,3,0,'2026-02-11T10:02:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-02-09T08:30:00',19,6,5115,NULL,NULL,NULL,NULL,10,2,0,'2026-03-06T23:59:00','2026-03-06T23:59:00','Geannuleerd door medewerker','Afgemeld',NULL);
INSERT INTO reported_enrollment VALUES('2026-02-09T20:00:00',25,2147483660,5116,NULL,NULL,NULL,NULL,31,2,0,'2026-02-11T11:30:00','2026-02-11T11:30:00','Geweigerd door leidinggevende','',NULL);
INSERT INTO reported_enrollment VALUES('2026-02-10T15:00:00',21,6,5117,NULL,NULL,NULL,NULL,10,1,0,'2026-02-15T16:38:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-02-11T22:05:00',29,6,5118,NULL,NULL,'2025-10-26T02:45:00','2026-10-26T02:45:00',10,0,0,'2026-02-11T22:05:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-02-12T10:00:00',39,4,5119,NULL,NULL,NULL,NULL,4,3,0,'2026-02-18T13:13:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-02-12T16:00:00',45,9,5120,NULL,NULL,NULL,NULL,18,0,0,'2026-02-12T16:00:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-02-13T11:00:00',56,9,5121,NULL,NULL,NULL,NULL,18,2,0,'2026-02-16T09:00:00','2026-02-16T09:00:00','Geweigerd door leidinggevende','',NULL);
INSERT INTO reported_enrollment VALUES('2026-02-14T12:00:00',32,9,5122,NULL,NULL,NULL,NULL,18,2,0,'2026-02-17T13:00:00','2026-02-17T13:00:00','Geweigerd door planner','',NULL);
INSERT INTO reported_enrollment VALUES('2026-02-15T20:20:00',35,16,5123,NULL,NULL,NULL,NULL,26,1,0,'2026-02-18T21:14:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-02-16T11:00:00',34,16,5124,NULL,NULL,NULL,NULL,26,3,0,'2026-02-17T12:33:00',NULL,'','',2250);
INSERT INTO reported_enrollment VALUES('2026-02-16T21:10:00',19,5,5125,NULL,NULL,NULL,NULL,8,1,0,'2026-02-19T00:24:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-02-17T20:00:00',36,5,5126,NULL,NULL,NULL,NULL,8,0,0,'2026-02-17T20:00:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-02-18T12:00:00',51,5,5127,NULL,NULL,'2025-05-20T16:30:00','2026-05-20T16:30:00',8,3,0,'2026-02-19T14:10:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-02-19T08:15:00',40,4,5128,NULL,NULL,NULL,NULL,4,3,0,'2026-02-20T11:14:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-02-20T10:00:00',21,17,5129,NULL,NULL,'2025-11-06T22:15:00',NULL,28,3,0,'2026-02-26T11:57:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-02-20T14:00:00',27,15,5130,NULL,NULL,NULL,NULL,24,3,0,'2026-02-23T18:31:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-02-20T14:05:00',23,15,5131,NULL,NULL,NULL,NULL,24,3,0,'2026-02-26T19:00:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-02-20T20:00:00',40,13,5132,'2026-02-24T21:15:00',45,NULL,NULL,NULL,3,0,'2026-02-20T20:00:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-02-21T15:15:00',22,4,5133,NULL,NULL,NULL,NULL,4,0,1,'2026-02-21T15:15:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-02-22T20:20:00',28,4,5134,NULL,NULL,NULL,NULL,4,2,1,'2026-03-04T07:30:00','2026-03-04T07:30:00','Geannuleerd door medewerker','',NULL);
INSERT INTO reported_enrollment VALUES('2026-02-23T09:00:00',44,4,5135,NULL,NULL,NULL,NULL,4,1,1,'2026-02-24T09:30:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-02-24T17:42:00',42,4,5136,NULL,NULL,NULL,NULL,4,3,1,'2026-02-26T11:00:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-02-25T14:00:00',43,11,5137,NULL,NULL,NULL,NULL,22,3,0,'2026-03-03T16:46:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-02-25T21:30:00',32,14,5138,NULL,NULL,NULL,NULL,NULL,0,0,'2026-02-25T21:30:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-02-26T10:00:00',48,18,5139,NULL,NULL,NULL,NULL,32,0,0,'2026-02-26T10:00:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-02-26T17:17:00',41,11,5140,NULL,NULL,NULL,NULL,22,3,0,'2026-03-01T21:31:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-02-27T09:30:00',30,5,5141,NULL,NULL,NULL,NULL,7,0,0,'2026-02-27T09:30:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-02-27T10:10:00',49,15,5142,NULL,NULL,NULL,NULL,24,0,0,'2026-02-27T10:10:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-02-28T12:00:00',56,2147483660,5143,NULL,NULL,NULL,NULL,31,0,0,'2026-02-28T12:00:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-03-01T12:00:00',56,11,5144,NULL,NULL,NULL,NULL,22,0,0,'2026-03-01T12:00:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-03-01T19:00:00',45,18,5145,NULL,NULL,NULL,NULL,NULL,1,0,'2026-03-02T08:45:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-03-02T21:05:00',19,9,5146,NULL,NULL,NULL,NULL,18,0,0,'2026-03-02T21:05:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-03-03T09:00:00',35,10,5147,NULL,NULL,'2023-05-15T15:00:00','2026-05-15T15:00:00',20,0,0,'2026-03-03T09:00:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-03-04T10:00:00',46,13,5148,NULL,NULL,NULL,NULL,NULL,3,0,'2026-03-04T10:00:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-03-05T14:00:00',55,7,5149,NULL,NULL,NULL,NULL,14,3,0,'2026-03-08T16:53:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-03-06T08:00:00',54,7,5150,NULL,NULL,NULL,NULL,14,0,0,'2026-03-06T08:00:00',NULL,'','',NULL);
INSERT INTO reported_enrollment VALUES('2026-03-07T23:30:00',56,7,5151,NULL,NULL,NULL,NULL,14,1,0,'2026-03-08T16:43:00',NULL,'','',NULL);
CREATE TABLE class_enrollment (
    class            INTEGER NOT NULL,
    person           INTEGER NOT NULL,
    state            INTEGER NOT NULL,
    on_waiting_list  INTEGER NOT NULL,
    PRIMARY KEY (class, person)
) STRICT, WITHOUT ROWID;
INSERT INTO class_enrollment VALUES(1,7,3,0);
INSERT INTO class_enrollment VALUES(1,12,3,0);
INSERT INTO class_enrollment VALUES(1,36,2,0);
INSERT INTO class_enrollment VALUES(1,38,3,0);
INSERT INTO class_enrollment VALUES(1,60,3,0);
INSERT INTO class_enrollment VALUES(2,19,3,0);
INSERT INTO class_enrollment VALUES(2,27,2,1);
INSERT INTO class_enrollment VALUES(2,30,3,0);
INSERT INTO class_enrollment VALUES(2,36,3,0);
INSERT INTO class_enrollment VALUES(2,42,2,0);
INSERT INTO class_enrollment VALUES(2,50,2,0);
INSERT INTO class_enrollment VALUES(3,26,3,0);
INSERT INTO class_enrollment VALUES(3,40,2,0);
INSERT INTO class_enrollment VALUES(3,45,3,0);
INSERT INTO class_enrollment VALUES(3,46,3,0);
INSERT INTO class_enrollment VALUES(3,50,2,0);
INSERT INTO class_enrollment VALUES(3,54,3,0);
INSERT INTO class_enrollment VALUES(4,22,0,1);
INSERT INTO class_enrollment VALUES(4,28,2,1);
INSERT INTO class_enrollment VALUES(4,31,3,0);
INSERT INTO class_enrollment VALUES(4,35,3,0);
INSERT INTO class_enrollment VALUES(4,39,3,0);
INSERT INTO class_enrollment VALUES(4,40,3,0);
INSERT INTO class_enrollment VALUES(4,42,0,1);
INSERT INTO class_enrollment VALUES(4,44,1,1);
INSERT INTO class_enrollment VALUES(4,62,3,0);
INSERT INTO class_enrollment VALUES(5,7,3,0);
INSERT INTO class_enrollment VALUES(5,10,3,0);
INSERT INTO class_enrollment VALUES(5,13,3,0);
INSERT INTO class_enrollment VALUES(5,17,2,0);
INSERT INTO class_enrollment VALUES(5,43,2,0);
INSERT INTO class_enrollment VALUES(6,19,3,0);
INSERT INTO class_enrollment VALUES(6,36,3,0);
INSERT INTO class_enrollment VALUES(6,37,2,0);
INSERT INTO class_enrollment VALUES(7,7,3,0);
INSERT INTO class_enrollment VALUES(7,10,3,0);
INSERT INTO class_enrollment VALUES(7,13,3,0);
INSERT INTO class_enrollment VALUES(7,17,3,0);
INSERT INTO class_enrollment VALUES(7,30,0,0);
INSERT INTO class_enrollment VALUES(7,43,0,1);
INSERT INTO class_enrollment VALUES(8,19,1,0);
INSERT INTO class_enrollment VALUES(8,36,0,0);
INSERT INTO class_enrollment VALUES(8,51,3,0);
INSERT INTO class_enrollment VALUES(9,20,3,0);
INSERT INTO class_enrollment VALUES(9,27,3,0);
INSERT INTO class_enrollment VALUES(9,29,3,0);
INSERT INTO class_enrollment VALUES(9,31,3,0);
INSERT INTO class_enrollment VALUES(10,19,2,0);
INSERT INTO class_enrollment VALUES(10,20,3,0);
INSERT INTO class_enrollment VALUES(10,21,1,0);
INSERT INTO class_enrollment VALUES(10,29,0,0);
INSERT INTO class_enrollment VALUES(11,20,3,0);
INSERT INTO class_enrollment VALUES(11,21,3,0);
INSERT INTO class_enrollment VALUES(11,23,3,0);
INSERT INTO class_enrollment VALUES(11,29,2,0);
INSERT INTO class_enrollment VALUES(11,57,2,0);
INSERT INTO class_enrollment VALUES(11,58,3,0);
INSERT INTO class_enrollment VALUES(12,19,3,0);
INSERT INTO class_enrollment VALUES(12,22,3,0);
INSERT INTO class_enrollment VALUES(12,28,2,0);
INSERT INTO class_enrollment VALUES(13,24,3,0);
INSERT INTO class_enrollment VALUES(13,25,3,0);
INSERT INTO class_enrollment VALUES(13,42,3,0);
INSERT INTO class_enrollment VALUES(14,54,0,0);
INSERT INTO class_enrollment VALUES(14,55,3,0);
INSERT INTO class_enrollment VALUES(14,56,1,0);
INSERT INTO class_enrollment VALUES(16,24,3,0);
INSERT INTO class_enrollment VALUES(16,28,2,0);
INSERT INTO class_enrollment VALUES(16,35,3,0);
INSERT INTO class_enrollment VALUES(16,39,3,0);
INSERT INTO class_enrollment VALUES(16,51,3,0);
INSERT INTO class_enrollment VALUES(17,35,3,0);
INSERT INTO class_enrollment VALUES(17,41,3,0);
INSERT INTO class_enrollment VALUES(17,43,2,0);
INSERT INTO class_enrollment VALUES(18,19,0,0);
INSERT INTO class_enrollment VALUES(18,24,3,0);
INSERT INTO class_enrollment VALUES(18,32,2,0);
INSERT INTO class_enrollment VALUES(18,45,0,0);
INSERT INTO class_enrollment VALUES(18,52,3,0);
INSERT INTO class_enrollment VALUES(18,56,2,0);
INSERT INTO class_enrollment VALUES(19,20,3,0);
INSERT INTO class_enrollment VALUES(19,24,3,0);
INSERT INTO class_enrollment VALUES(19,27,3,0);
INSERT INTO class_enrollment VALUES(19,37,2,0);
INSERT INTO class_enrollment VALUES(19,52,3,0);
INSERT INTO class_enrollment VALUES(20,35,0,0);
INSERT INTO class_enrollment VALUES(21,41,3,0);
INSERT INTO class_enrollment VALUES(21,43,2,0);
INSERT INTO class_enrollment VALUES(22,41,3,0);
INSERT INTO class_enrollment VALUES(22,43,3,0);
INSERT INTO class_enrollment VALUES(22,56,0,0);
INSERT INTO class_enrollment VALUES(23,11,2,0);
INSERT INTO class_enrollment VALUES(23,34,3,0);
INSERT INTO class_enrollment VALUES(23,50,3,0);
INSERT INTO class_enrollment VALUES(23,51,3,0);
INSERT INTO class_enrollment VALUES(23,52,3,0);
INSERT INTO class_enrollment VALUES(23,53,3,0);
INSERT INTO class_enrollment VALUES(24,23,3,0);
INSERT INTO class_enrollment VALUES(24,27,3,0);
INSERT INTO class_enrollment VALUES(24,49,0,0);
INSERT INTO class_enrollment VALUES(25,27,2,0);
INSERT INTO class_enrollment VALUES(25,53,3,0);
INSERT INTO class_enrollment VALUES(26,34,3,0);
INSERT INTO class_enrollment VALUES(26,35,1,0);
INSERT INTO class_enrollment VALUES(26,51,3,0);
INSERT INTO class_enrollment VALUES(26,52,3,0);
INSERT INTO class_enrollment VALUES(27,21,2,0);
INSERT INTO class_enrollment VALUES(27,22,3,0);
INSERT INTO class_enrollment VALUES(27,26,3,0);
INSERT INTO class_enrollment VALUES(27,44,3,0);
INSERT INTO class_enrollment VALUES(28,6,0,0);
INSERT INTO class_enrollment VALUES(28,19,3,0);
INSERT INTO class_enrollment VALUES(28,21,3,0);
INSERT INTO class_enrollment VALUES(28,31,3,0);
INSERT INTO class_enrollment VALUES(28,57,2,0);
INSERT INTO class_enrollment VALUES(28,59,2,0);
INSERT INTO class_enrollment VALUES(29,7,3,0);
INSERT INTO class_enrollment VALUES(29,8,3,0);
INSERT INTO class_enrollment VALUES(29,9,3,0);
INSERT INTO class_enrollment VALUES(29,10,3,0);
INSERT INTO class_enrollment VALUES(29,11,3,0);
INSERT INTO class_enrollment VALUES(30,11,3,0);
INSERT INTO class_enrollment VALUES(30,34,3,0);
INSERT INTO class_enrollment VALUES(30,51,3,0);
INSERT INTO class_enrollment VALUES(30,52,3,0);
INSERT INTO class_enrollment VALUES(31,20,3,0);
INSERT INTO class_enrollment VALUES(31,25,2,0);
INSERT INTO class_enrollment VALUES(31,37,3,0);
INSERT INTO class_enrollment VALUES(31,56,0,0);
INSERT INTO class_enrollment VALUES(32,48,0,0);
CREATE TABLE timetable (
    class      INTEGER PRIMARY KEY,
    moments    TEXT NOT NULL,   -- 'd-M-yyyy HH:mm-HH:mm, …'
    dates      TEXT NOT NULL,   -- 'd-M-yyyy, …'
    locations  TEXT NOT NULL    -- each once
) STRICT;
INSERT INTO timetable VALUES(1,'3-10-2023 09:00-16:30, 4-10-2023 09:00-16:30','3-10-2023, 4-10-2023','Opleidingscentrum De Werf');
INSERT INTO timetable VALUES(2,'12-5-2025 09:00-16:30, 19-5-2025 09:00-16:30','12-5-2025, 19-5-2025','Opleidingscentrum De Werf');
INSERT INTO timetable VALUES(3,'2-3-2026 09:00-16:30, 16-3-2026 09:00-16:30','2-3-2026, 16-3-2026','Opleidingscentrum De Werf');
INSERT INTO timetable VALUES(4,'13-4-2026 09:00-16:30, 20-4-2026 09:00-16:30','13-4-2026, 20-4-2026','Opleidingscentrum De Werf');
INSERT INTO timetable VALUES(5,'20-5-2025 09:00-16:30','20-5-2025','Opleidingscentrum De Werf');
INSERT INTO timetable VALUES(6,'18-11-2025 09:00-16:30','18-11-2025','Opleidingscentrum De Werf');
INSERT INTO timetable VALUES(7,'17-3-2026 09:00-16:30','17-3-2026','Opleidingscentrum De Werf');
INSERT INTO timetable VALUES(8,'9-6-2026 09:00-16:30','9-6-2026','Opleidingscentrum De Werf');
INSERT INTO timetable VALUES(9,'25-10-2025 22:00-23:30, 26-10-2025 02:30-04:30','25-10-2025, 26-10-2025','Lindehof, leslokaal, Lindehof, afdeling Beuk');
INSERT INTO timetable VALUES(10,'28-3-2026 22:30-23:45, 29-3-2026 01:30-04:00','28-3-2026, 29-3-2026','''t Veer, grote zaal');
INSERT INTO timetable VALUES(11,'29-2-2024 09:00-12:00, 29-2-2024 13:00-16:30','29-2-2024, 29-2-2024','Lindehof, leslokaal');
INSERT INTO timetable VALUES(12,'20-1-2026 09:00-12:00, 20-1-2026 13:00-16:30','20-1-2026, 20-1-2026','Lindehof, leslokaal, ''t Veer, grote zaal');
INSERT INTO timetable VALUES(13,'9-3-2026 09:00-12:30, 23-3-2026 09:00-12:30','9-3-2026, 23-3-2026','Lindehof, leslokaal');
INSERT INTO timetable VALUES(14,'9-3-2026 13:30-17:00','9-3-2026','Lindehof, leslokaal');
INSERT INTO timetable VALUES(15,'23-3-2026 13:30-17:00','23-3-2026','Lindehof, leslokaal');
INSERT INTO timetable VALUES(16,'11-3-2025 19:00-22:00','11-3-2025','''t Veer, grote zaal');
INSERT INTO timetable VALUES(17,'15-1-2026 19:00-22:00','15-1-2026','De Kade');
INSERT INTO timetable VALUES(18,'19-3-2026 19:00-22:00','19-3-2026','''t Veer, grote zaal');
INSERT INTO timetable VALUES(19,'8-9-2025 13:00-17:00','8-9-2025','Skillslab De Veenhof');
INSERT INTO timetable VALUES(20,'7-4-2026 13:00-17:00','7-4-2026','Skillslab De Veenhof');
INSERT INTO timetable VALUES(21,'11-5-2026 09:00-13:00','11-5-2026','Skillslab De Veenhof');
INSERT INTO timetable VALUES(23,'15-9-2025 09:00-12:00, 15-9-2025 13:00-16:30, 6-10-2025 09:00-12:30','15-9-2025, 15-9-2025, 6-10-2025','Hospice De Wilg, ''t Veer, grote zaal');
INSERT INTO timetable VALUES(24,'18-5-2026 09:00-16:30, 1-6-2026 09:00-16:30','18-5-2026, 1-6-2026','''t Veer, grote zaal, Hospice De Wilg');
INSERT INTO timetable VALUES(25,'11-12-2025 19:30-21:00','11-12-2025','');
INSERT INTO timetable VALUES(26,'26-3-2026 19:30-21:00','26-3-2026','Online');
INSERT INTO timetable VALUES(27,'6-11-2025 20:00-22:15','6-11-2025','Theater De Ark');
INSERT INTO timetable VALUES(28,'16-4-2026 20:00-22:15','16-4-2026','Theater De Ark');
INSERT INTO timetable VALUES(29,'10-2-2026 09:30-16:30, 10-3-2026 09:30-16:30, 14-4-2026 09:30-16:30','10-2-2026, 10-3-2026, 14-4-2026','Opleidingscentrum De Werf, De Kade');
INSERT INTO timetable VALUES(30,'8-1-2026 09:30-16:30, 5-2-2026 09:30-16:30, 5-3-2026 09:30-16:30, 2-4-2026 09:30-16:30','8-1-2026, 5-2-2026, 5-3-2026, 2-4-2026','Hospice De Wilg, ''t Veer, grote zaal');
INSERT INTO timetable VALUES(31,'21-4-2026 09:00-16:30, 26-5-2026 09:00-16:30','21-4-2026, 26-5-2026','Skillslab De Veenhof');
INSERT INTO timetable VALUES(33,'9-4-2024 10:00-12:00','9-4-2024','Lindehof, leslokaal');
CREATE TABLE roster (
    class      INTEGER PRIMARY KEY,
    is_dirty  INTEGER NOT NULL,
    moments    TEXT    NOT NULL DEFAULT '',   -- view `class_moments`
    -- the first end of a contract before the class begins; between these times, the persons depend on the current time
    first_departure  TEXT,
    enrolled   TEXT    NOT NULL DEFAULT '',   -- ids in order, 'id id …'
    waiting    TEXT    NOT NULL DEFAULT '',   -- ids in order, 'id id …'
    enrolled_count   INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO roster VALUES(1,0,'6010012023-10-0309:00:0016:30:00Opleidingscentrum De WerfScheepswerf 40, 1297 CC Veendijk6010022023-10-0409:00:0016:30:00Opleidingscentrum De WerfScheepswerf 40, 1297 CC Veendijk',NULL,'7 60','',2);
INSERT INTO roster VALUES(2,0,'13 6010032025-05-1209:00:0016:30:00Opleidingscentrum De WerfScheepswerf 40, 1297 CC Veendijk1310042025-05-1909:00:0016:30:00Opleidingscentrum De WerfScheepswerf 40, 1297 CC Veendijk',NULL,'19 30 36','',3);
INSERT INTO roster VALUES(3,0,'13 1510052026-03-0209:00:0016:30:00Opleidingscentrum De WerfScheepswerf 40, 1297 CC Veendijk1310062026-03-1609:00:0016:30:00Opleidingscentrum De WerfScheepswerf 40, 1297 CC Veendijk',NULL,'26 45 46 54','',4);
INSERT INTO roster VALUES(4,0,'1310072026-04-1309:00:0016:30:00Opleidingscentrum De WerfScheepswerf 40, 1297 CC Veendijk1310082026-04-2009:00:0016:30:00Opleidingscentrum De WerfScheepswerf 40, 1297 CC Veendijk','2026-03-09T00:00:00','31 35 39 40 62','22 42 44',5);
INSERT INTO roster VALUES(5,0,'13 6010092025-05-2009:00:0016:30:00Opleidingscentrum De WerfScheepswerf 40, 1297 CC Veendijk',NULL,'7 10 13','',3);
INSERT INTO roster VALUES(6,0,'1310102025-11-1809:00:0016:30:00Opleidingscentrum De WerfScheepswerf 40, 1297 CC Veendijk',NULL,'19 36','',2);
INSERT INTO roster VALUES(7,0,'1310112026-03-1709:00:0016:30:00Opleidingscentrum De WerfScheepswerf 40, 1297 CC Veendijk',NULL,'7 10 13 17','43',4);
INSERT INTO roster VALUES(8,0,'1310122026-06-0909:00:0016:30:00Opleidingscentrum De WerfScheepswerf 40, 1297 CC Veendijk',NULL,'51','',1);
INSERT INTO roster VALUES(9,0,'1310132025-10-2522:00:0023:30:00Lindehof, leslokaalLindelaan 12, 1299 AA Oosterveen1310142025-10-2602:30:0004:30:00Lindehof, afdeling BeukLindelaan 12, 1299 AA Oosterveen',NULL,'20 27 29 31','',4);
INSERT INTO roster VALUES(10,0,'1310152026-03-2822:30:0023:45:00''t Veer, grote zaalVeerdam 3, 1298 BB Veendijk13 1410162026-03-2901:30:0004:00:00''t Veer, grote zaalVeerdam 3, 1298 BB Veendijk',NULL,'20','',1);
INSERT INTO roster VALUES(11,0,'14 6010172024-02-2909:00:0012:00:00Lindehof, leslokaalLindelaan 12, 1299 AA Oosterveen14 6010182024-02-2913:00:0016:30:00Lindehof, leslokaalLindelaan 12, 1299 AA Oosterveen',NULL,'20 21 23 58','',4);
INSERT INTO roster VALUES(12,0,'1410192026-01-2009:00:0012:00:00Lindehof, leslokaalLindelaan 12, 1299 AA Oosterveen14 2010202026-01-2013:00:0016:30:00''t Veer, grote zaalVeerdam 3, 1298 BB Veendijk',NULL,'19 22','',2);
INSERT INTO roster VALUES(13,0,'1410212026-03-0909:00:0012:30:00Lindehof, leslokaalLindelaan 12, 1299 AA Oosterveen1410222026-03-2309:00:0012:30:00Lindehof, leslokaalLindelaan 12, 1299 AA Oosterveen',NULL,'24 25 42','',3);
INSERT INTO roster VALUES(14,0,'1410232026-03-0913:30:0017:00:00Lindehof, leslokaalLindelaan 12, 1299 AA Oosterveen',NULL,'55','',1);
INSERT INTO roster VALUES(15,0,'10242026-03-2313:30:0017:00:00Lindehof, leslokaalLindelaan 12, 1299 AA Oosterveen',NULL,'','',0);
INSERT INTO roster VALUES(16,0,'1510252025-03-1119:00:0022:00:00''t Veer, grote zaalVeerdam 3, 1298 BB Veendijk',NULL,'24 35 39 51','',4);
INSERT INTO roster VALUES(17,0,'1510262026-01-1519:00:0022:00:00De KadeHavenkade 77, 1298 FF Veendijk',NULL,'35 41','',2);
INSERT INTO roster VALUES(18,0,'1510272026-03-1919:00:0022:00:00''t Veer, grote zaalVeerdam 3, 1298 BB Veendijk',NULL,'24 52','',2);
INSERT INTO roster VALUES(19,0,'1710282025-09-0813:00:0017:00:00Skillslab De VeenhofLindelaan 14, 1299 AA Oosterveen',NULL,'20 24 27 52','',4);
INSERT INTO roster VALUES(20,0,'1710292026-04-0713:00:0017:00:00Skillslab De VeenhofLindelaan 14, 1299 AA Oosterveen',NULL,'','',0);
INSERT INTO roster VALUES(21,0,'1710302026-05-1109:00:0013:00:00Skillslab De VeenhofLindelaan 14, 1299 AA Oosterveen',NULL,'41','',1);
INSERT INTO roster VALUES(22,0,'',NULL,'41 43','',2);
INSERT INTO roster VALUES(23,0,'5110322025-09-1509:00:0012:00:00Hospice De WilgWilgenpad 1, 1299 DD Oosterveen5110332025-09-1513:00:0016:30:00''t Veer, grote zaalVeerdam 3, 1298 BB Veendijk11 5110312025-10-0609:00:0012:30:00Hospice De WilgWilgenpad 1, 1299 DD Oosterveen',NULL,'34 50 51 52 53','',5);
INSERT INTO roster VALUES(24,0,'5110342026-05-1809:00:0016:30:00''t Veer, grote zaalVeerdam 3, 1298 BB Veendijk5110352026-06-0109:00:0016:30:00Hospice De WilgWilgenpad 1, 1299 DD Oosterveen','2026-03-31T23:59:59','23 27','',2);
INSERT INTO roster VALUES(25,0,'1110362025-12-1119:30:0021:00:00',NULL,'53','',1);
INSERT INTO roster VALUES(26,0,'11 5310372026-03-2619:30:0021:00:00Online',NULL,'34 51 52','',3);
INSERT INTO roster VALUES(27,0,'1610382025-11-0620:00:0022:15:00Theater De ArkMarktplein 5, 1298 EE Veendijk',NULL,'22 26 44','',3);
INSERT INTO roster VALUES(28,0,'1610392026-04-1620:00:0022:15:00Theater De ArkMarktplein 5, 1298 EE Veendijk',NULL,'19 21 31','',3);
INSERT INTO roster VALUES(29,0,'310402026-02-1009:30:0016:30:00Opleidingscentrum De WerfScheepswerf 40, 1297 CC Veendijk310412026-03-1009:30:0016:30:00Opleidingscentrum De WerfScheepswerf 40, 1297 CC Veendijk3 510422026-04-1409:30:0016:30:00De KadeHavenkade 77, 1298 FF Veendijk',NULL,'7 8 9 10 11','',5);
INSERT INTO roster VALUES(30,0,'5110432026-01-0809:30:0016:30:00Hospice De WilgWilgenpad 1, 1299 DD Oosterveen5110442026-02-0509:30:0016:30:00Hospice De WilgWilgenpad 1, 1299 DD Oosterveen34 5110452026-03-0509:30:0016:30:00''t Veer, grote zaalVeerdam 3, 1298 BB Veendijk11 5110462026-04-0209:30:0016:30:00Hospice De WilgWilgenpad 1, 1299 DD Oosterveen',NULL,'11 34 51 52','',4);
INSERT INTO roster VALUES(31,0,'1710472026-04-2109:00:0016:30:00Skillslab De VeenhofLindelaan 14, 1299 AA Oosterveen1710482026-05-2609:00:0016:30:00Skillslab De VeenhofLindelaan 14, 1299 AA Oosterveen',NULL,'20 37','',2);
INSERT INTO roster VALUES(32,0,'',NULL,'','',0);
INSERT INTO roster VALUES(33,0,'10492024-04-0910:00:0012:00:00Lindehof, leslokaalLindelaan 12, 1299 AA Oosterveen',NULL,'','',0);
CREATE TABLE portfolio_count (
    person             INTEGER PRIMARY KEY,
    contract_end       TEXT,
    offered            INTEGER NOT NULL,  -- active trainings in the portfolio
    offered_inactive   INTEGER NOT NULL,
    completed          INTEGER NOT NULL,  -- active trainings that are completed and not in the portfolio
    completed_inactive INTEGER NOT NULL
) STRICT;
INSERT INTO portfolio_count VALUES(1,NULL,2,0,0,0);
INSERT INTO portfolio_count VALUES(2,NULL,2,0,0,0);
INSERT INTO portfolio_count VALUES(3,NULL,3,0,1,0);
INSERT INTO portfolio_count VALUES(4,NULL,2,0,1,0);
INSERT INTO portfolio_count VALUES(5,NULL,3,0,1,0);
INSERT INTO portfolio_count VALUES(6,NULL,4,0,0,0);
INSERT INTO portfolio_count VALUES(7,NULL,8,0,0,0);
INSERT INTO portfolio_count VALUES(8,NULL,3,0,0,0);
INSERT INTO portfolio_count VALUES(9,NULL,3,0,0,0);
INSERT INTO portfolio_count VALUES(10,NULL,8,0,0,0);
INSERT INTO portfolio_count VALUES(11,NULL,6,0,0,0);
INSERT INTO portfolio_count VALUES(13,NULL,7,0,0,0);
INSERT INTO portfolio_count VALUES(14,NULL,3,0,0,0);
INSERT INTO portfolio_count VALUES(15,NULL,3,0,0,0);
INSERT INTO portfolio_count VALUES(16,'2026-12-31T23:59:59',1,0,0,0);
INSERT INTO portfolio_count VALUES(17,NULL,10,0,0,0);
INSERT INTO portfolio_count VALUES(18,NULL,3,0,0,0);
INSERT INTO portfolio_count VALUES(19,NULL,12,1,1,0);
INSERT INTO portfolio_count VALUES(20,NULL,15,0,0,0);
INSERT INTO portfolio_count VALUES(21,NULL,8,1,1,0);
INSERT INTO portfolio_count VALUES(22,NULL,8,1,0,0);
INSERT INTO portfolio_count VALUES(23,'2026-03-31T23:59:59',8,1,0,0);
INSERT INTO portfolio_count VALUES(24,NULL,10,0,1,0);
INSERT INTO portfolio_count VALUES(25,'2027-01-31T23:59:59',7,1,0,0);
INSERT INTO portfolio_count VALUES(26,'2026-09-30T23:59:59',10,1,0,0);
INSERT INTO portfolio_count VALUES(27,NULL,15,0,2,0);
INSERT INTO portfolio_count VALUES(28,NULL,5,1,1,0);
INSERT INTO portfolio_count VALUES(29,NULL,10,1,1,1);
INSERT INTO portfolio_count VALUES(30,NULL,7,0,0,0);
INSERT INTO portfolio_count VALUES(31,NULL,11,1,0,0);
INSERT INTO portfolio_count VALUES(32,NULL,6,1,0,0);
INSERT INTO portfolio_count VALUES(34,NULL,5,0,1,0);
INSERT INTO portfolio_count VALUES(35,NULL,12,0,1,0);
INSERT INTO portfolio_count VALUES(36,NULL,12,1,0,0);
INSERT INTO portfolio_count VALUES(37,NULL,7,0,1,0);
INSERT INTO portfolio_count VALUES(39,NULL,9,0,1,0);
INSERT INTO portfolio_count VALUES(40,NULL,6,1,0,0);
INSERT INTO portfolio_count VALUES(41,NULL,8,0,0,0);
INSERT INTO portfolio_count VALUES(42,NULL,10,1,0,0);
INSERT INTO portfolio_count VALUES(43,NULL,11,0,0,0);
INSERT INTO portfolio_count VALUES(44,NULL,7,1,1,0);
INSERT INTO portfolio_count VALUES(45,NULL,7,0,0,0);
INSERT INTO portfolio_count VALUES(46,NULL,6,0,0,0);
INSERT INTO portfolio_count VALUES(47,NULL,4,0,0,0);
INSERT INTO portfolio_count VALUES(48,NULL,3,1,0,0);
INSERT INTO portfolio_count VALUES(49,NULL,8,0,0,1);
INSERT INTO portfolio_count VALUES(50,'2026-01-31T23:59:59',3,0,1,0);
INSERT INTO portfolio_count VALUES(51,NULL,12,0,0,0);
INSERT INTO portfolio_count VALUES(52,NULL,11,0,1,0);
INSERT INTO portfolio_count VALUES(53,'9999-12-31T00:00:00',5,0,0,0);
INSERT INTO portfolio_count VALUES(54,NULL,8,1,0,0);
INSERT INTO portfolio_count VALUES(55,NULL,3,0,0,0);
INSERT INTO portfolio_count VALUES(56,'2026-10-31T23:59:59',8,0,0,0);
INSERT INTO portfolio_count VALUES(57,'2025-09-30T23:59:59',5,1,0,0);
INSERT INTO portfolio_count VALUES(58,'2024-06-30T23:59:59',5,1,0,0);
INSERT INTO portfolio_count VALUES(59,NULL,7,1,0,0);
INSERT INTO portfolio_count VALUES(60,'2025-05-31T23:59:59',4,0,0,0);
INSERT INTO portfolio_count VALUES(61,NULL,7,1,0,0);
INSERT INTO portfolio_count VALUES(62,'2026-03-09T00:00:00',6,1,1,0);
INSERT INTO portfolio_count VALUES(63,NULL,0,0,0,0);
INSERT INTO portfolio_count VALUES(64,NULL,0,0,0,0);
CREATE TABLE portfolio_block (
    block              INTEGER PRIMARY KEY,
    offered            INTEGER NOT NULL,
    offered_inactive   INTEGER NOT NULL,
    completed          INTEGER NOT NULL,
    completed_inactive INTEGER NOT NULL
) STRICT;
INSERT INTO portfolio_block VALUES(0,340,15,16,2);
CREATE TABLE portfolio_dirty_person (person INTEGER PRIMARY KEY) STRICT;
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('function',19);
INSERT INTO sqlite_sequence VALUES('division',19);
INSERT INTO sqlite_sequence VALUES('person',64);
INSERT INTO sqlite_sequence VALUES('account_level',8);
INSERT INTO sqlite_sequence VALUES('ledger_change',908);
INSERT INTO sqlite_sequence VALUES('person_group',7);
INSERT INTO sqlite_sequence VALUES('group_member',35);
INSERT INTO sqlite_sequence VALUES('step',4);
INSERT INTO sqlite_sequence VALUES('category',13);
INSERT INTO sqlite_sequence VALUES('LearningTasks',125);
INSERT INTO sqlite_sequence VALUES('LearningModuleTasks',29);
INSERT INTO sqlite_sequence VALUES('block_course',12);
INSERT INTO sqlite_sequence VALUES('training_threshold',8);
INSERT INTO sqlite_sequence VALUES('training_trainer',22);
INSERT INTO sqlite_sequence VALUES('learning_path',10);
INSERT INTO sqlite_sequence VALUES('learning_path_training',27);
INSERT INTO sqlite_sequence VALUES('learning_path_link',24);
INSERT INTO sqlite_sequence VALUES('class',33);
INSERT INTO sqlite_sequence VALUES('class_trainer',42);
INSERT INTO sqlite_sequence VALUES('dim_reason',9);
INSERT INTO sqlite_sequence VALUES('dimming',8);
INSERT INTO sqlite_sequence VALUES('enrollment',9001);
INSERT INTO sqlite_sequence VALUES('progress',63);
INSERT INTO sqlite_sequence VALUES('FinishedModule',30001);
INSERT INTO sqlite_sequence VALUES('absence',314);
INSERT INTO sqlite_sequence VALUES('image',15);
INSERT INTO sqlite_sequence VALUES('credential',2);
INSERT INTO sqlite_sequence VALUES('operator',3);
INSERT INTO sqlite_sequence VALUES('class_date',1049);
INSERT INTO sqlite_sequence VALUES('ledger',24);
INSERT INTO sqlite_sequence VALUES('import_job',1);
CREATE UNIQUE INDEX account_level_one_default ON account_level (is_default) WHERE is_default = 1;
CREATE INDEX division_of_parent ON division (parent) WHERE parent IS NOT NULL;
CREATE INDEX person_of_manager ON person (manager);
CREATE INDEX import_job_of_credential ON import_job (credential, key);
CREATE INDEX person_of_email ON person (email COLLATE NOCASE);
CREATE INDEX person_searched
    ON person (family_name COLLATE NOCASE, first_name, insertion, external_identifier, email);
CREATE INDEX person_of_first_name ON person (first_name COLLATE NOCASE);
CREATE INDEX person_of_function ON person (function);
CREATE INDEX person_of_division ON person (division);
CREATE INDEX person_of_account_level ON person (account_level);
CREATE INDEX person_of_identifier_without_zeros ON person (ltrim(external_identifier, '0'))
    WHERE external_identifier >= '0' AND external_identifier < '1';
CREATE INDEX person_anonymised ON person (id) WHERE anonymised;
CREATE INDEX group_member_of_person ON group_member (person, person_group);
CREATE UNIQUE INDEX step_in_order ON step (position, id);
CREATE UNIQUE INDEX category_in_order ON category (step, position, id);
CREATE INDEX LearningModule_of_category ON LearningModule (category, step);
CREATE INDEX LearningModule_by_title ON LearningModule (type, title COLLATE NOCASE, id);
CREATE UNIQUE INDEX LearningModule_in_catalog ON LearningModule (category, title COLLATE NOCASE, key)
    WHERE is_active = 1 AND is_visible_in_catalog = 1;
CREATE TRIGGER training_id_after_insert_of_LearningModule AFTER INSERT ON LearningModule BEGIN
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
CREATE UNIQUE INDEX class_in_order ON class (begins, id, is_under_construction, is_archived);
CREATE UNIQUE INDEX class_of_training ON class (training, begins, id, is_under_construction, is_archived);
CREATE INDEX class_of_group ON class (person_group) WHERE person_group IS NOT NULL;
CREATE INDEX class_date_of_task ON class_date (task) WHERE task IS NOT NULL;
CREATE TRIGGER class_begins_after_insert_of_class_date AFTER INSERT ON class_date BEGIN
    UPDATE class SET begins = (SELECT begins FROM class_start WHERE class = NEW.class) WHERE id = NEW.class;
END;
CREATE TRIGGER class_begins_after_update_of_class_date AFTER UPDATE OF class, date, starts_at ON class_date BEGIN
    UPDATE class SET begins = (SELECT begins FROM class_start WHERE class_start.class = class.id)
    WHERE id IN (OLD.class, NEW.class);
END;
CREATE TRIGGER class_begins_after_delete_of_class_date AFTER DELETE ON class_date BEGIN
    UPDATE class SET begins = (SELECT begins FROM class_start WHERE class = OLD.class) WHERE id = OLD.class;
END;
CREATE UNIQUE INDEX class_trainer_key ON class_trainer (class, person, coalesce(class_date, 0));
CREATE INDEX class_trainer_of_person ON class_trainer (person);
CREATE INDEX class_trainer_of_date ON class_trainer (class_date) WHERE class_date IS NOT NULL;
CREATE VIEW dirty_trainers AS SELECT class, id AS class_date FROM class_date;
CREATE TRIGGER trainers_fill INSTEAD OF INSERT ON dirty_trainers BEGIN
    UPDATE class_date
    SET trainer_ids = (SELECT trainer_ids FROM class_date_trainers AS t WHERE t.class_date = class_date.id)
    WHERE id = NEW.class_date OR NEW.class_date IS NULL AND class = NEW.class;
END;
CREATE TRIGGER trainers_after_insert_of_class_date AFTER INSERT ON class_date BEGIN
    INSERT INTO dirty_trainers VALUES (NEW.class, NEW.id);
END;
CREATE TRIGGER trainers_after_update_of_class_date AFTER UPDATE OF class ON class_date BEGIN
    INSERT INTO dirty_trainers VALUES (NEW.class, NEW.id);
END;
CREATE TRIGGER trainers_after_insert_of_class_trainer AFTER INSERT ON class_trainer BEGIN
    INSERT INTO dirty_trainers VALUES (NEW.class, NEW.class_date);
END;
CREATE TRIGGER trainers_after_update_of_class_trainer AFTER UPDATE ON class_trainer BEGIN
    INSERT INTO dirty_trainers VALUES (OLD.class, OLD.class_date), (NEW.class, NEW.class_date);
END;
CREATE TRIGGER trainers_after_delete_of_class_trainer AFTER DELETE ON class_trainer BEGIN
    INSERT INTO dirty_trainers VALUES (OLD.class, OLD.class_date);
END;
CREATE TRIGGER trainers_after_update_of_person AFTER UPDATE OF anonymised ON person
WHEN NEW.anonymised <> OLD.anonymised BEGIN
    INSERT INTO dirty_trainers SELECT class, class_date FROM class_trainer WHERE person = NEW.id;
END;
CREATE INDEX dimming_of_training ON dimming (training);
CREATE INDEX dimming_of_person ON dimming (person, training, dim_reason);
CREATE INDEX dimming_of_reason ON dimming (dim_reason);
CREATE UNIQUE INDEX enrollment_key ON enrollment (person, training, coalesce(class, 0), enrolled_at);
CREATE INDEX enrollment_of_class ON enrollment (class, person, enrolled_at) WHERE class IS NOT NULL;
CREATE INDEX enrollment_of_person
    ON enrollment (person, training, class, enrolled_at, state, added_from_catalog);
CREATE INDEX enrollment_of_training ON enrollment (training);
CREATE INDEX progress_of_person ON progress (person, training, started_at);
CREATE INDEX progress_of_training ON progress (training);
CREATE INDEX FinishedModule_of_person
    ON FinishedModule (person, training, finished_at, valid_until, started_at);
CREATE INDEX FinishedModule_of_training ON FinishedModule (training);
CREATE INDEX FinishedModule_of_class ON FinishedModule (class) WHERE class IS NOT NULL;
CREATE UNIQUE INDEX absence_key ON absence (person, class, created_at, coalesce(task, 0));
CREATE INDEX absence_of_class ON absence (class);
CREATE INDEX absence_by_creation ON absence (created_at);
CREATE INDEX absence_of_task ON absence (task) WHERE task IS NOT NULL;
CREATE INDEX class_enrollment_of_person ON class_enrollment (person);
CREATE INDEX roster_to_rebuild ON roster (class) WHERE is_dirty;
CREATE INDEX portfolio_count_ending ON portfolio_count
    (contract_end, person, offered, offered_inactive, completed, completed_inactive) WHERE contract_end IS NOT NULL;
CREATE TRIGGER portfolio_block_after_insert_of_portfolio_count AFTER INSERT ON portfolio_count WHEN NEW.contract_end IS NULL BEGIN
    INSERT INTO portfolio_block
    VALUES (NEW.person >> 8, NEW.offered, NEW.offered_inactive, NEW.completed, NEW.completed_inactive)
    ON CONFLICT DO UPDATE SET
        offered = offered + NEW.offered, offered_inactive = offered_inactive + NEW.offered_inactive,
        completed = completed + NEW.completed, completed_inactive = completed_inactive + NEW.completed_inactive;
END;
CREATE TRIGGER portfolio_block_after_delete_of_portfolio_count AFTER DELETE ON portfolio_count WHEN OLD.contract_end IS NULL BEGIN
    UPDATE portfolio_block SET
        offered = offered - OLD.offered, offered_inactive = offered_inactive - OLD.offered_inactive,
        completed = completed - OLD.completed, completed_inactive = completed_inactive - OLD.completed_inactive
    WHERE block = OLD.person >> 8;
END;
CREATE INDEX connector_error_at ON connector_error (at);
CREATE INDEX ledger_at ON ledger (at);
CREATE INDEX ledger_of_undone ON ledger (undoes) WHERE undoes IS NOT NULL;
CREATE INDEX ledger_change_of_row ON ledger_change (row, file);
CREATE INDEX ledger_change_of_ledger ON ledger_change (ledger);
CREATE VIEW portfolio_sum AS
SELECT person >> 8 AS block,
       sum(iif(contract_end IS NULL, offered, 0))            AS offered,
       sum(iif(contract_end IS NULL, offered_inactive, 0))   AS offered_inactive,
       sum(iif(contract_end IS NULL, completed, 0))          AS completed,
       sum(iif(contract_end IS NULL, completed_inactive, 0)) AS completed_inactive
FROM portfolio_count
GROUP BY person >> 8;
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
SELECT id AS person,
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
       -- true if this person is the manager of an employed person
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
     -- the placeholder has no level, and is shown with the default level
     CROSS JOIN account_level AS l
         ON l.id = coalesce(p.account_level, (SELECT id FROM account_level WHERE is_default = 1))
     CROSS JOIN function AS f ON f.id = p.function
     CROSS JOIN division AS d ON d.id = p.division
     CROSS JOIN shown_manager AS m ON m.person = p.manager
;
CREATE VIEW basic_person_info AS
SELECT account_level, manager, function, division,
       id                          AS ServiceId,
       external_identifier         AS ExternalId,
       first_name                  AS FirstName,
       insertion                   AS Insertion,
       family_name                 AS FamilyName,
       email                       AS Email,
       has_activated_account       AS HasActivatedAccount,
       is_dismissed                AS IsDismissed
FROM known_person
WHERE id > 0;
CREATE VIEW reported_division AS
SELECT d.id, d.name AS location,
       -- most trees have at most three levels, for which recursion would take six times as long
       CASE WHEN d.parent IS NULL      THEN d.name
            WHEN above.parent IS NULL  THEN above.name
            WHEN higher.parent IS NULL THEN higher.name
            ELSE (WITH RECURSIVE up (name, parent) AS (
                      SELECT higher.name, higher.parent
                      UNION
                      SELECT next.name, next.parent FROM up JOIN division AS next ON next.id = up.parent)
                  SELECT name FROM up WHERE parent IS NULL) END AS division
FROM division AS d
     LEFT JOIN division AS above ON above.id = d.parent
     LEFT JOIN division AS higher ON higher.id = above.parent
;
CREATE VIEW reported_manager AS
SELECT person AS id, first_name || iif(insertion = '', '', ' ' || insertion) || ' ' || family_name AS manager
FROM shown_manager;
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
                       OR (SELECT begins = 'never' OR begins <= substr(f.finished_at, 1, 10) || 'T23:59:59'
                           FROM class WHERE id = e.class))
            ORDER BY e.enrolled_at DESC, e.id DESC LIMIT 1)
       ) AS enrollment
FROM FinishedModule AS f;
CREATE VIEW result_with_enrollment AS
SELECT r.finished_at, r.person, r.training, r.id AS result,
       -- reports show the result's class, else that of the enrolment
       coalesce(r.class, e.class) AS class,
       r.started_at, r.valid_until, r.certificate_obtained, r.version,
       e.id AS enrollment, e.enrolled_at, e.changed_at, e.cancelled_at, e.cancelled_by, e.cancellation_reason,
       e.costs, e.payment
FROM result AS r LEFT JOIN enrollment AS e ON e.id = r.enrollment
;
CREATE VIEW open_enrollment AS
SELECT e.enrolled_at, e.person, e.training, e.id AS enrollment,
       (SELECT max(started_at) FROM (
            SELECT started_at FROM progress WHERE person = e.person AND training = e.training
            UNION ALL
            SELECT started_at FROM FinishedModule WHERE person = e.person AND training = e.training)
        WHERE started_at >= substr(e.enrolled_at, 1, 10)) AS started_at,
       (SELECT percent_complete FROM progress
        WHERE person = e.person AND training = e.training AND started_at >= substr(e.enrolled_at, 1, 10))
                                                          AS percent_complete,
       before.finished_at                                 AS finished_before,
       before.valid_until                                 AS valid_until,
       e.class, e.state, e.on_waiting_list, e.changed_at, e.cancelled_at, e.cancelled_by, e.cancellation_reason, e.costs
FROM enrollment AS e
     LEFT JOIN FinishedModule AS before ON before.id = (
         SELECT f.id FROM FinishedModule AS f
         WHERE f.person = e.person AND f.training = e.training AND f.finished_at < substr(e.enrolled_at, 1, 10)
         ORDER BY f.finished_at DESC LIMIT 1)
WHERE NOT EXISTS (SELECT 1 FROM result AS r
                  WHERE r.person = e.person AND r.training = e.training AND r.enrollment = e.id)
  AND (e.state = 2
       OR NOT EXISTS (SELECT 1 FROM enrollment AS later
                      WHERE later.person = e.person AND later.training = e.training
                        AND later.class IS e.class
                        AND later.enrolled_at > e.enrolled_at));
CREATE VIEW completed_course AS
SELECT o.person                                           AS person,
       o.training                                         AS training,
       coalesce(o.class, -o.training)                     AS class_or_training,
       iif(o.version = '', t.version, o.version)          AS Versie,
       iif(o.valid_until < service_now(), 'Verlopen', 'Afgerond') AS Status,
       o.started_at                                       AS Startdatum,
       o.finished_at                                      AS Afronddatum,
       o.valid_until                                      AS Verloopdatum,
       coalesce(o.costs, t.costs)                         AS Kosten,
       coalesce(o.payment, '')                            AS Betaling,
       o.enrolled_at                                      AS Inschrijfdatum,
       o.changed_at                                       AS Mutatiedatum,
       o.cancelled_at                                     AS Annuleringsdatum,
       coalesce(o.cancelled_by, '')                       AS Geannuleerd_door,
       coalesce(o.cancellation_reason, '')                AS Annuleringsreden,
       iif(t.has_certificate, iif(o.certificate_obtained, 'Ja', 'Nee'), 'N.v.t.') AS Certificaat_behaald,
       iif(t.is_mandatory, 'Ja', 'Nee')                   AS Verplicht,
       '100%'                                             AS Percentage_gereed
FROM reported_result AS o
     CROSS JOIN LearningModule AS t ON t.key = o.training
WHERE o.person NOT IN (SELECT id FROM person WHERE anonymised);
CREATE VIEW started_course AS
SELECT o.enrolled_at                                      AS enrolled_at,
       o.person                                           AS person,
       o.training                                         AS training,
       o.enrollment                                       AS enrollment,
       coalesce(o.class, -o.training)                     AS class_or_training,
       t.version                                          AS Versie,
       CASE WHEN o.state = 2                              THEN 'Geannuleerd (te laat)'
            WHEN o.started_at IS NOT NULL                 THEN 'Gestart'
            -- on the waiting list, state 3 counts as state 0
            WHEN o.state = 3 AND NOT o.on_waiting_list    THEN 'Ingepland'
            WHEN o.state = 1                              THEN 'Goedgekeurd'
            ELSE 'In aanbod' END                          AS Status,
       o.started_at                                       AS Startdatum,
       o.finished_before                                  AS Afronddatum,
       o.valid_until                                      AS Verloopdatum,
       coalesce(o.costs, t.costs)                         AS Kosten,
       ''                                                 AS Betaling,
       o.enrolled_at                                      AS Inschrijfdatum,
       o.changed_at                                       AS Mutatiedatum,
       o.cancelled_at                                     AS Annuleringsdatum,
       o.cancelled_by                                     AS Geannuleerd_door,
       o.cancellation_reason                              AS Annuleringsreden,
       iif(t.has_certificate, 'Nee', 'N.v.t.')            AS Certificaat_behaald,
       iif(t.is_mandatory, 'Ja', 'Nee')                   AS Verplicht,
       coalesce(o.percent_complete || '%', 'N.v.t.')      AS Percentage_gereed
FROM reported_enrollment AS o
     CROSS JOIN LearningModule AS t ON t.key = o.training
WHERE o.person NOT IN (SELECT id FROM person WHERE anonymised)
;
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
CREATE VIEW latest_enrollment AS
SELECT e.class, e.person, iif(e.on_waiting_list AND e.state = 3, 0, e.state) AS state, e.on_waiting_list
FROM enrollment AS e
WHERE e.class IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM enrollment AS later INDEXED BY enrollment_of_class
                  WHERE later.class = e.class AND later.person = e.person AND later.enrolled_at > e.enrolled_at);
CREATE VIEW class_participant AS
SELECT class, person,
       state = 3 AND NOT on_waiting_list  AS is_enrolled,
       on_waiting_list AND state <> 2     AS is_waiting
FROM class_enrollment
WHERE person NOT IN (SELECT id FROM person WHERE anonymised);
CREATE VIEW participant AS
SELECT e.*
FROM class AS c
     CROSS JOIN class_participant AS e ON e.class = c.id
WHERE c.begins <= service_now()
      OR NOT EXISTS (SELECT 1 FROM person AS p WHERE p.id = e.person AND p.contract_end <= service_now());
CREATE VIEW enrolled AS SELECT class, person FROM participant WHERE is_enrolled;
CREATE VIEW waiting AS SELECT class, person FROM participant WHERE is_waiting;
CREATE VIEW class_moments AS
SELECT c.id AS class,
       coalesce((SELECT group_concat(moment, char(0x1E)) FROM (
           SELECT trainer_ids || char(0x1F) || id || char(0x1F) || date || char(0x1F) || starts_at || char(0x1F)
                  || ends_at || char(0x1F)
                  || replace(replace(location_name, char(0x1E), char(0xFFFD)), char(0x1F), char(0xFFFD)) || char(0x1F)
                  || replace(replace(location_address, char(0x1E), char(0xFFFD)), char(0x1F), char(0xFFFD)) AS moment
           FROM class_date WHERE class_date.class = c.id ORDER BY date, starts_at)), '')   AS moments
FROM class AS c;
CREATE VIEW class_roster AS
SELECT c.id AS class,
       FALSE AS is_dirty,
       (SELECT moments FROM class_moments AS m WHERE m.class = c.id)                       AS moments,
       (SELECT min(p.contract_end) FROM class_participant AS e CROSS JOIN person AS p ON p.id = e.person
        WHERE e.class = c.id AND (is_enrolled OR is_waiting)
              AND p.contract_end < c.begins)                                               AS first_departure,
       coalesce((SELECT group_concat(person, ' ') FROM (
           SELECT person FROM class_participant AS e
           WHERE e.class = c.id AND is_enrolled ORDER BY person)), '')                     AS enrolled,
       coalesce((SELECT group_concat(person, ' ') FROM (
           SELECT person FROM class_participant AS e
           WHERE e.class = c.id AND is_waiting ORDER BY person)), '')                      AS waiting,
       (SELECT count(*) FROM class_participant AS e WHERE e.class = c.id AND is_enrolled)  AS enrolled_count
FROM class AS c;
CREATE VIEW current_roster AS
SELECT class,
       iif(is_dirty, (SELECT moments FROM class_moments AS m WHERE m.class = r.class), moments) AS moments,
       iif(is_current, enrolled, (SELECT group_concat(person, ' ') FROM (
           SELECT person FROM enrolled AS e WHERE e.class = r.class ORDER BY person)))  AS enrolled,
       iif(is_current, waiting, (SELECT group_concat(person, ' ') FROM (
           SELECT person FROM waiting AS w WHERE w.class = r.class ORDER BY person)))   AS waiting,
       iif(is_current, enrolled_count, (SELECT count(*) FROM enrolled AS e WHERE e.class = r.class)) AS enrolled_count
FROM (SELECT *, CASE WHEN is_dirty                        THEN FALSE
                     WHEN first_departure IS NULL         THEN TRUE
                     WHEN first_departure > service_now() THEN TRUE
                     ELSE (SELECT begins FROM class WHERE class.id = roster.class) <= service_now() END AS is_current
      FROM roster) AS r;
CREATE VIEW contact_moment AS
SELECT class_date.*,
       substr(starts_at, 1, 5)                          AS shown_start,
       substr(ends_at, 1, 5)                            AS shown_end,
       printf('%.5s-%.5s', starts_at, ends_at)          AS shown_time,                       -- HH:mm-HH:mm
       printf('%d-%d-%.4s', substr(date, 9), substr(date, 6, 2), date)
                                                        AS shown_date,                       -- d-M-yyyy
       substr(date, 9) || ' '
           || CASE substr(date, 6, 2)
                  WHEN '01' THEN 'januari'   WHEN '02' THEN 'februari' WHEN '03' THEN 'maart'
                  WHEN '04' THEN 'april'     WHEN '05' THEN 'mei'      WHEN '06' THEN 'juni'
                  WHEN '07' THEN 'juli'      WHEN '08' THEN 'augustus' WHEN '09' THEN 'september'
                  WHEN '10' THEN 'oktober'   WHEN '11' THEN 'november' WHEN '12' THEN 'december'
              END
           || ' ' || substr(date, 1, 4)                 AS date_in_words                     -- dd MMMM yyyy
FROM class_date
;
CREATE VIEW class_timetable AS
SELECT c.id AS class,
       (SELECT group_concat(moment, ', ')
        FROM (SELECT shown_date || ' ' || shown_time AS moment FROM contact_moment
              WHERE class = c.id ORDER BY date, starts_at))  AS moments,
       (SELECT group_concat(shown_date, ', ')
        FROM (SELECT shown_date FROM contact_moment
              WHERE class = c.id ORDER BY date, starts_at))  AS dates,
       -- each location once, in the order of contact moments
       coalesce((SELECT group_concat(location_name, ', ')
                 FROM (SELECT location_name FROM class_date
                       WHERE class = c.id AND location_name <> ''
                       GROUP BY location_name ORDER BY min(date || starts_at))), '')  AS locations
FROM class AS c
WHERE EXISTS (SELECT 1 FROM class_date WHERE class_date.class = c.id)
;
CREATE VIEW contact_moment_trainer AS
SELECT d.class, d.date, d.starts_at, d.id AS contact_moment, t.person
FROM class_date AS d
     CROSS JOIN class_trainer AS t ON t.class = d.class
WHERE t.person NOT IN (SELECT id FROM person WHERE anonymised)
  AND (t.class_date IS NULL
       OR t.class_date = d.id
          AND NOT EXISTS (SELECT 1 FROM class_trainer AS always
                          WHERE always.class = t.class AND always.person = t.person
                            AND coalesce(always.class_date, 0) = 0));
CREATE VIEW class_date_trainers AS
SELECT d.id AS class_date,
       coalesce((SELECT group_concat(person, ' ') FROM (
           SELECT person FROM contact_moment_trainer AS t
           WHERE t.class = d.class AND t.contact_moment = d.id ORDER BY person)), '') AS trainer_ids
FROM class_date AS d;
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
CREATE VIEW reported_result_dirty AS SELECT finished_at, person, training FROM reported_result;
CREATE TRIGGER reported_result_fill INSTEAD OF INSERT ON reported_result_dirty BEGIN
    DELETE FROM reported_result WHERE finished_at = NEW.finished_at AND person = NEW.person AND training = NEW.training;
    INSERT INTO reported_result SELECT * FROM result_with_enrollment WHERE finished_at = NEW.finished_at AND person = NEW.person AND training = NEW.training;
END;
CREATE TRIGGER reported_result_after_update_of_FinishedModule AFTER UPDATE ON FinishedModule BEGIN
    INSERT INTO reported_result_dirty SELECT OLD.finished_at, OLD.person, OLD.training UNION SELECT NEW.finished_at, NEW.person, NEW.training;
END;
CREATE TRIGGER reported_result_after_insert_of_FinishedModule AFTER INSERT ON FinishedModule BEGIN
    INSERT INTO reported_result_dirty SELECT NEW.finished_at, NEW.person, NEW.training;
END;
CREATE TRIGGER reported_result_after_delete_of_FinishedModule AFTER DELETE ON FinishedModule BEGIN
    INSERT INTO reported_result_dirty SELECT OLD.finished_at, OLD.person, OLD.training;
END;
CREATE TRIGGER reported_result_after_update_of_enrollment AFTER UPDATE ON enrollment BEGIN
    INSERT INTO reported_result_dirty SELECT finished_at, person, training FROM FinishedModule
    WHERE person = OLD.person AND training = OLD.training UNION SELECT finished_at, person, training FROM FinishedModule
    WHERE person = NEW.person AND training = NEW.training;
END;
CREATE TRIGGER reported_result_after_insert_of_enrollment AFTER INSERT ON enrollment BEGIN
    INSERT INTO reported_result_dirty SELECT finished_at, person, training FROM FinishedModule
    WHERE person = NEW.person AND training = NEW.training;
END;
CREATE TRIGGER reported_result_after_delete_of_enrollment AFTER DELETE ON enrollment BEGIN
    INSERT INTO reported_result_dirty SELECT finished_at, person, training FROM FinishedModule
    WHERE person = OLD.person AND training = OLD.training;
END;
CREATE TRIGGER reported_result_after_update_of_class AFTER UPDATE OF begins ON class
WHEN (NEW.begins) IS NOT (OLD.begins) BEGIN
    INSERT INTO reported_result_dirty SELECT DISTINCT f.finished_at, f.person, f.training
                 FROM enrollment AS e JOIN FinishedModule AS f ON f.person = e.person AND f.training = e.training
                 WHERE e.class = OLD.id UNION SELECT DISTINCT f.finished_at, f.person, f.training
                 FROM enrollment AS e JOIN FinishedModule AS f ON f.person = e.person AND f.training = e.training
                 WHERE e.class = NEW.id;
END;
CREATE VIEW reported_enrollment_dirty AS SELECT enrolled_at, person, training, enrollment FROM reported_enrollment;
CREATE TRIGGER reported_enrollment_fill INSTEAD OF INSERT ON reported_enrollment_dirty BEGIN
    DELETE FROM reported_enrollment WHERE enrolled_at = NEW.enrolled_at AND person = NEW.person AND training = NEW.training AND enrollment = NEW.enrollment;
    INSERT INTO reported_enrollment SELECT * FROM open_enrollment WHERE enrolled_at = NEW.enrolled_at AND person = NEW.person AND training = NEW.training AND enrollment = NEW.enrollment;
END;
CREATE TRIGGER reported_enrollment_after_update_of_FinishedModule AFTER UPDATE ON FinishedModule BEGIN
    INSERT INTO reported_enrollment_dirty SELECT enrolled_at, person, training, id FROM enrollment
    WHERE person = OLD.person AND training = OLD.training UNION SELECT enrolled_at, person, training, id FROM enrollment
    WHERE person = NEW.person AND training = NEW.training;
END;
CREATE TRIGGER reported_enrollment_after_insert_of_FinishedModule AFTER INSERT ON FinishedModule BEGIN
    INSERT INTO reported_enrollment_dirty SELECT enrolled_at, person, training, id FROM enrollment
    WHERE person = NEW.person AND training = NEW.training;
END;
CREATE TRIGGER reported_enrollment_after_delete_of_FinishedModule AFTER DELETE ON FinishedModule BEGIN
    INSERT INTO reported_enrollment_dirty SELECT enrolled_at, person, training, id FROM enrollment
    WHERE person = OLD.person AND training = OLD.training;
END;
CREATE TRIGGER reported_enrollment_after_update_of_progress AFTER UPDATE ON progress BEGIN
    INSERT INTO reported_enrollment_dirty SELECT enrolled_at, person, training, id FROM enrollment
    WHERE person = OLD.person AND training = OLD.training UNION SELECT enrolled_at, person, training, id FROM enrollment
    WHERE person = NEW.person AND training = NEW.training;
END;
CREATE TRIGGER reported_enrollment_after_insert_of_progress AFTER INSERT ON progress BEGIN
    INSERT INTO reported_enrollment_dirty SELECT enrolled_at, person, training, id FROM enrollment
    WHERE person = NEW.person AND training = NEW.training;
END;
CREATE TRIGGER reported_enrollment_after_delete_of_progress AFTER DELETE ON progress BEGIN
    INSERT INTO reported_enrollment_dirty SELECT enrolled_at, person, training, id FROM enrollment
    WHERE person = OLD.person AND training = OLD.training;
END;
CREATE TRIGGER reported_enrollment_after_update_of_enrollment AFTER UPDATE ON enrollment BEGIN
    INSERT INTO reported_enrollment_dirty SELECT OLD.enrolled_at, OLD.person, OLD.training, OLD.id
                 UNION SELECT enrolled_at, person, training, id FROM enrollment
                 WHERE person = OLD.person AND training = OLD.training UNION SELECT NEW.enrolled_at, NEW.person, NEW.training, NEW.id
                 UNION SELECT enrolled_at, person, training, id FROM enrollment
                 WHERE person = NEW.person AND training = NEW.training;
END;
CREATE TRIGGER reported_enrollment_after_insert_of_enrollment AFTER INSERT ON enrollment BEGIN
    INSERT INTO reported_enrollment_dirty SELECT NEW.enrolled_at, NEW.person, NEW.training, NEW.id
                 UNION SELECT enrolled_at, person, training, id FROM enrollment
                 WHERE person = NEW.person AND training = NEW.training;
END;
CREATE TRIGGER reported_enrollment_after_delete_of_enrollment AFTER DELETE ON enrollment BEGIN
    INSERT INTO reported_enrollment_dirty SELECT OLD.enrolled_at, OLD.person, OLD.training, OLD.id
                 UNION SELECT enrolled_at, person, training, id FROM enrollment
                 WHERE person = OLD.person AND training = OLD.training;
END;
CREATE TRIGGER reported_enrollment_after_update_of_class AFTER UPDATE OF begins ON class
WHEN (NEW.begins) IS NOT (OLD.begins) BEGIN
    INSERT INTO reported_enrollment_dirty SELECT DISTINCT other.enrolled_at, other.person, other.training, other.id
                 FROM enrollment AS e JOIN enrollment AS other ON other.person = e.person AND other.training = e.training
                 WHERE e.class = OLD.id UNION SELECT DISTINCT other.enrolled_at, other.person, other.training, other.id
                 FROM enrollment AS e JOIN enrollment AS other ON other.person = e.person AND other.training = e.training
                 WHERE e.class = NEW.id;
END;
CREATE VIEW class_enrollment_dirty AS SELECT class, person FROM class_enrollment;
CREATE TRIGGER class_enrollment_fill INSTEAD OF INSERT ON class_enrollment_dirty BEGIN
    DELETE FROM class_enrollment WHERE class = NEW.class AND person = NEW.person;
    INSERT INTO class_enrollment SELECT * FROM latest_enrollment WHERE class = NEW.class AND person = NEW.person;
END;
CREATE TRIGGER class_enrollment_after_update_of_enrollment AFTER UPDATE OF person, class, enrolled_at, state, on_waiting_list ON enrollment
WHEN (NEW.person, NEW.class, NEW.enrolled_at, NEW.state, NEW.on_waiting_list) IS NOT (OLD.person, OLD.class, OLD.enrolled_at, OLD.state, OLD.on_waiting_list) BEGIN
    INSERT INTO class_enrollment_dirty SELECT OLD.class, OLD.person WHERE OLD.class IS NOT NULL UNION SELECT NEW.class, NEW.person WHERE NEW.class IS NOT NULL;
END;
CREATE TRIGGER class_enrollment_after_insert_of_enrollment AFTER INSERT ON enrollment BEGIN
    INSERT INTO class_enrollment_dirty SELECT NEW.class, NEW.person WHERE NEW.class IS NOT NULL;
END;
CREATE TRIGGER class_enrollment_after_delete_of_enrollment AFTER DELETE ON enrollment BEGIN
    INSERT INTO class_enrollment_dirty SELECT OLD.class, OLD.person WHERE OLD.class IS NOT NULL;
END;
CREATE VIEW timetable_dirty AS SELECT class FROM timetable;
CREATE TRIGGER timetable_fill INSTEAD OF INSERT ON timetable_dirty BEGIN
    DELETE FROM timetable WHERE class = NEW.class;
    INSERT INTO timetable SELECT * FROM class_timetable WHERE class = NEW.class;
END;
CREATE TRIGGER timetable_after_update_of_class_date AFTER UPDATE OF class, date, starts_at, ends_at, location_name ON class_date
WHEN (NEW.class, NEW.date, NEW.starts_at, NEW.ends_at, NEW.location_name) IS NOT (OLD.class, OLD.date, OLD.starts_at, OLD.ends_at, OLD.location_name) BEGIN
    INSERT INTO timetable_dirty SELECT OLD.class UNION SELECT NEW.class;
END;
CREATE TRIGGER timetable_after_insert_of_class_date AFTER INSERT ON class_date BEGIN
    INSERT INTO timetable_dirty SELECT NEW.class;
END;
CREATE TRIGGER timetable_after_delete_of_class_date AFTER DELETE ON class_date BEGIN
    INSERT INTO timetable_dirty SELECT OLD.class;
END;
CREATE VIEW roster_dirty AS SELECT class FROM roster;
CREATE TRIGGER roster_fill INSTEAD OF INSERT ON roster_dirty BEGIN
    DELETE FROM roster WHERE class = NEW.class AND NOT EXISTS (SELECT 1 FROM class_roster WHERE class = NEW.class);
    INSERT INTO roster (class, is_dirty) SELECT class, TRUE FROM class_roster WHERE class = NEW.class
    ON CONFLICT DO UPDATE SET is_dirty = TRUE WHERE NOT is_dirty;
END;
CREATE TRIGGER roster_after_update_of_class AFTER UPDATE OF id, begins ON class
WHEN (NEW.id, NEW.begins) IS NOT (OLD.id, OLD.begins) BEGIN
    INSERT INTO roster_dirty SELECT OLD.id UNION SELECT NEW.id;
END;
CREATE TRIGGER roster_after_insert_of_class AFTER INSERT ON class BEGIN
    INSERT INTO roster_dirty SELECT NEW.id;
END;
CREATE TRIGGER roster_after_delete_of_class AFTER DELETE ON class BEGIN
    INSERT INTO roster_dirty SELECT OLD.id;
END;
CREATE TRIGGER roster_after_update_of_class_date AFTER UPDATE OF id, class, date, starts_at, ends_at, location_name, location_address, trainer_ids ON class_date
WHEN (NEW.id, NEW.class, NEW.date, NEW.starts_at, NEW.ends_at, NEW.location_name, NEW.location_address, NEW.trainer_ids) IS NOT (OLD.id, OLD.class, OLD.date, OLD.starts_at, OLD.ends_at, OLD.location_name, OLD.location_address, OLD.trainer_ids) BEGIN
    INSERT INTO roster_dirty SELECT OLD.class UNION SELECT NEW.class;
END;
CREATE TRIGGER roster_after_insert_of_class_date AFTER INSERT ON class_date BEGIN
    INSERT INTO roster_dirty SELECT NEW.class;
END;
CREATE TRIGGER roster_after_delete_of_class_date AFTER DELETE ON class_date BEGIN
    INSERT INTO roster_dirty SELECT OLD.class;
END;
CREATE TRIGGER roster_after_update_of_enrollment AFTER UPDATE OF person, class, enrolled_at, state, on_waiting_list ON enrollment
WHEN (NEW.person, NEW.class, NEW.enrolled_at, NEW.state, NEW.on_waiting_list) IS NOT (OLD.person, OLD.class, OLD.enrolled_at, OLD.state, OLD.on_waiting_list) BEGIN
    INSERT INTO roster_dirty SELECT OLD.class WHERE OLD.class IS NOT NULL UNION SELECT NEW.class WHERE NEW.class IS NOT NULL;
END;
CREATE TRIGGER roster_after_insert_of_enrollment AFTER INSERT ON enrollment BEGIN
    INSERT INTO roster_dirty SELECT NEW.class WHERE NEW.class IS NOT NULL;
END;
CREATE TRIGGER roster_after_delete_of_enrollment AFTER DELETE ON enrollment BEGIN
    INSERT INTO roster_dirty SELECT OLD.class WHERE OLD.class IS NOT NULL;
END;
CREATE TRIGGER roster_after_update_of_person AFTER UPDATE OF contract_end, anonymised ON person
WHEN (NEW.contract_end, NEW.anonymised) IS NOT (OLD.contract_end, OLD.anonymised) BEGIN
    INSERT INTO roster_dirty SELECT class FROM class_enrollment WHERE person = OLD.id UNION SELECT class FROM class_enrollment WHERE person = NEW.id;
END;
CREATE TRIGGER portfolio_count_after_update_of_person AFTER UPDATE OF id, function, division, contract_end, anonymised ON person
WHEN (NEW.id, NEW.function, NEW.division, NEW.contract_end, NEW.anonymised) IS NOT (OLD.id, OLD.function, OLD.division, OLD.contract_end, OLD.anonymised) BEGIN
    INSERT OR IGNORE INTO portfolio_dirty_person SELECT OLD.id UNION SELECT NEW.id;
END;
CREATE TRIGGER portfolio_count_after_insert_of_person AFTER INSERT ON person BEGIN
    INSERT OR IGNORE INTO portfolio_dirty_person SELECT NEW.id;
END;
CREATE TRIGGER portfolio_count_after_delete_of_person AFTER DELETE ON person BEGIN
    INSERT OR IGNORE INTO portfolio_dirty_person SELECT OLD.id;
END;
CREATE TRIGGER portfolio_count_after_update_of_enrollment AFTER UPDATE OF person, training, class, enrolled_at, state ON enrollment
WHEN (NEW.person, NEW.training, NEW.class, NEW.enrolled_at, NEW.state) IS NOT (OLD.person, OLD.training, OLD.class, OLD.enrolled_at, OLD.state) BEGIN
    INSERT OR IGNORE INTO portfolio_dirty_person SELECT OLD.person UNION SELECT NEW.person;
END;
CREATE TRIGGER portfolio_count_after_insert_of_enrollment AFTER INSERT ON enrollment BEGIN
    INSERT OR IGNORE INTO portfolio_dirty_person SELECT NEW.person;
END;
CREATE TRIGGER portfolio_count_after_delete_of_enrollment AFTER DELETE ON enrollment BEGIN
    INSERT OR IGNORE INTO portfolio_dirty_person SELECT OLD.person;
END;
CREATE TRIGGER portfolio_count_after_update_of_FinishedModule AFTER UPDATE OF person, training ON FinishedModule
WHEN (NEW.person, NEW.training) IS NOT (OLD.person, OLD.training) BEGIN
    INSERT OR IGNORE INTO portfolio_dirty_person SELECT OLD.person UNION SELECT NEW.person;
END;
CREATE TRIGGER portfolio_count_after_insert_of_FinishedModule AFTER INSERT ON FinishedModule BEGIN
    INSERT OR IGNORE INTO portfolio_dirty_person SELECT NEW.person;
END;
CREATE TRIGGER portfolio_count_after_delete_of_FinishedModule AFTER DELETE ON FinishedModule BEGIN
    INSERT OR IGNORE INTO portfolio_dirty_person SELECT OLD.person;
END;
CREATE TRIGGER portfolio_count_after_update_of_group_member AFTER UPDATE ON group_member BEGIN
    INSERT OR IGNORE INTO portfolio_dirty_person SELECT OLD.person UNION SELECT NEW.person;
END;
CREATE TRIGGER portfolio_count_after_insert_of_group_member AFTER INSERT ON group_member BEGIN
    INSERT OR IGNORE INTO portfolio_dirty_person SELECT NEW.person;
END;
CREATE TRIGGER portfolio_count_after_delete_of_group_member AFTER DELETE ON group_member BEGIN
    INSERT OR IGNORE INTO portfolio_dirty_person SELECT OLD.person;
END;
CREATE TRIGGER portfolio_count_after_update_of_training_trainer AFTER UPDATE ON training_trainer BEGIN
    INSERT OR IGNORE INTO portfolio_dirty_person SELECT OLD.person UNION SELECT NEW.person;
END;
CREATE TRIGGER portfolio_count_after_insert_of_training_trainer AFTER INSERT ON training_trainer BEGIN
    INSERT OR IGNORE INTO portfolio_dirty_person SELECT NEW.person;
END;
CREATE TRIGGER portfolio_count_after_delete_of_training_trainer AFTER DELETE ON training_trainer BEGIN
    INSERT OR IGNORE INTO portfolio_dirty_person SELECT OLD.person;
END;
CREATE TRIGGER portfolio_count_after_update_of_learning_path_link AFTER UPDATE ON learning_path_link BEGIN
    INSERT OR IGNORE INTO portfolio_dirty_person SELECT coalesce(OLD.person, 0) UNION SELECT coalesce(NEW.person, 0);
END;
CREATE TRIGGER portfolio_count_after_insert_of_learning_path_link AFTER INSERT ON learning_path_link BEGIN
    INSERT OR IGNORE INTO portfolio_dirty_person SELECT coalesce(NEW.person, 0);
END;
CREATE TRIGGER portfolio_count_after_delete_of_learning_path_link AFTER DELETE ON learning_path_link BEGIN
    INSERT OR IGNORE INTO portfolio_dirty_person SELECT coalesce(OLD.person, 0);
END;
CREATE TRIGGER portfolio_count_after_update_of_learning_path_training AFTER UPDATE ON learning_path_training BEGIN
    INSERT OR IGNORE INTO portfolio_dirty_person SELECT 0 UNION SELECT 0;
END;
CREATE TRIGGER portfolio_count_after_insert_of_learning_path_training AFTER INSERT ON learning_path_training BEGIN
    INSERT OR IGNORE INTO portfolio_dirty_person SELECT 0;
END;
CREATE TRIGGER portfolio_count_after_delete_of_learning_path_training AFTER DELETE ON learning_path_training BEGIN
    INSERT OR IGNORE INTO portfolio_dirty_person SELECT 0;
END;
CREATE TRIGGER portfolio_count_after_update_of_division AFTER UPDATE OF parent ON division
WHEN (NEW.parent) IS NOT (OLD.parent) BEGIN
    INSERT OR IGNORE INTO portfolio_dirty_person SELECT 0 UNION SELECT 0;
END;
CREATE TRIGGER portfolio_count_after_update_of_LearningModule AFTER UPDATE OF is_active ON LearningModule
WHEN (NEW.is_active) IS NOT (OLD.is_active) BEGIN
    INSERT OR IGNORE INTO portfolio_dirty_person SELECT 0 UNION SELECT 0;
END;
CREATE VIEW account_levels_csv AS
SELECT t.rowid AS row_id,
       t."name" AS "Name",
       iif(t."is_default", 'true', 'false') AS "IsDefault"
FROM account_level AS t;
CREATE VIEW divisions_csv AS
SELECT t.rowid AS row_id,
       t."id" AS "Id",
       t."name" AS "Name",
       coalesce("parent"."name", '') AS "ParentName"
FROM division AS t
     LEFT JOIN division AS "parent" ON "parent".rowid = t."parent"
WHERE t.rowid > 0;
CREATE VIEW functions_csv AS
SELECT t.rowid AS row_id,
       t."id" AS "Id",
       t."name" AS "Name"
FROM function AS t
WHERE t.rowid > 0;
CREATE VIEW groups_csv AS
SELECT t.rowid AS row_id,
       t."id" AS "Id",
       t."name" AS "Name"
FROM person_group AS t;
CREATE VIEW persons_csv AS
SELECT t.rowid AS row_id,
       t."id" AS "Id",
       t."external_identifier" AS "ExternalIdentifier",
       t."first_name" AS "FirstName",
       coalesce(t."insertion", '') AS "Insertion",
       t."family_name" AS "FamilyName",
       t."email" AS "Email",
       "account_level"."name" AS "AccountLevel",
       iif(t."function" = 0, '', coalesce("function"."name", '')) AS "FunctionName",
       iif(t."division" = 0, '', coalesce("division"."name", '')) AS "DivisionName",
       coalesce(t."cost_centre", '') AS "CostCentre",
       coalesce(t."phone_number", '') AS "PhoneNumber",
       coalesce(t."contract_start", '') AS "ContractStartTime",
       coalesce(t."contract_end", '') AS "ContractEndTime",
       iif(t."manager" = 0, '', coalesce("manager"."external_identifier", '')) AS "ManagerExternalIdentifier",
       t."employee_type" AS "EmployeeType",
       iif(t."has_activated_account", 'true', 'false') AS "HasActivatedAccount",
       iif(t."anonymised", 'true', 'false') AS "Anonymised"
FROM person AS t
     LEFT JOIN account_level AS "account_level" ON "account_level".rowid = t."account_level"
     LEFT JOIN function AS "function" ON "function".rowid = t."function"
     LEFT JOIN division AS "division" ON "division".rowid = t."division"
     LEFT JOIN person AS "manager" ON "manager".rowid = t."manager"
WHERE t.rowid > 0;
CREATE VIEW group_members_csv AS
SELECT t.rowid AS row_id,
       "person_group"."name" AS "GroupName",
       "person"."external_identifier" AS "PersonExternalIdentifier"
FROM group_member AS t
     JOIN person_group AS "person_group" ON "person_group".rowid = t."person_group"
     JOIN person AS "person" ON "person".rowid = t."person";
CREATE VIEW steps_csv AS
SELECT t.rowid AS row_id,
       t."id" AS "Id",
       t."title" AS "Title",
       coalesce(t."introduction", '') AS "Introduction",
       CAST(t."position" AS TEXT) AS "Order"
FROM step AS t;
CREATE VIEW categories_csv AS
SELECT t.rowid AS row_id,
       t."id" AS "Id",
       "step"."title" AS "StepTitle",
       t."title" AS "Title",
       CAST(t."position" AS TEXT) AS "Order"
FROM category AS t
     JOIN step AS "step" ON "step".rowid = t."step";
CREATE VIEW trainings_csv AS
SELECT t.rowid AS row_id,
       t."id" AS "Id",
       t."code" AS "Code",
       t."type" AS "Type",
       t."title" AS "Title",
       "step"."title" AS "StepTitle",
       "category"."title" AS "CategoryTitle",
       coalesce(t."version", '') AS "Version",
       coalesce(t."description", '') AS "Description",
       t."image" AS "Image",
       coalesce(t."image_name", '') AS "ImageName",
       iif(t."is_mandatory", 'true', 'false') AS "IsMandatory",
       iif(t."is_active", 'true', 'false') AS "IsActive",
       iif(t."is_visible_in_catalog", 'true', 'false') AS "IsVisibleInCatalog",
       iif(t."costs" IS NULL, '', printf('%.2f', t."costs" / 100.0)) AS "Costs",
       coalesce(CAST(t."validity_months" AS TEXT), '') AS "ValidityMonths",
       iif(t."has_certificate", 'true', 'false') AS "HasCertificate"
FROM LearningModule AS t
     LEFT JOIN step AS "step" ON "step".rowid = t."step"
     LEFT JOIN category AS "category" ON "category".rowid = t."category";
CREATE VIEW tasks_csv AS
SELECT t.rowid AS row_id,
       t."id" AS "Id",
       t."code" AS "Code",
       t."title" AS "Title",
       coalesce(t."kind", '') AS "Kind"
FROM LearningTasks AS t;
CREATE VIEW training_tasks_csv AS
SELECT t.rowid AS row_id,
       "module"."code" AS "TrainingCode",
       "task"."code" AS "TaskCode",
       CAST(t."position" AS TEXT) AS "Order"
FROM LearningModuleTasks AS t
     JOIN LearningModule AS "module" ON "module".rowid = t."module"
     JOIN LearningTasks AS "task" ON "task".rowid = t."task";
CREATE VIEW block_courses_csv AS
SELECT t.rowid AS row_id,
       "block"."code" AS "BlockCode",
       "course"."code" AS "CourseCode",
       CAST(t."position" AS TEXT) AS "Order"
FROM block_course AS t
     JOIN LearningModule AS "block" ON "block".rowid = t."block"
     JOIN LearningModule AS "course" ON "course".rowid = t."course";
CREATE VIEW training_thresholds_csv AS
SELECT t.rowid AS row_id,
       "training"."code" AS "TrainingCode",
       "required"."code" AS "RequiredTrainingCode"
FROM training_threshold AS t
     JOIN LearningModule AS "training" ON "training".rowid = t."training"
     JOIN LearningModule AS "required" ON "required".rowid = t."required";
CREATE VIEW training_trainers_csv AS
SELECT t.rowid AS row_id,
       "training"."code" AS "TrainingCode",
       "person"."external_identifier" AS "PersonExternalIdentifier"
FROM training_trainer AS t
     JOIN LearningModule AS "training" ON "training".rowid = t."training"
     JOIN person AS "person" ON "person".rowid = t."person";
CREATE VIEW learning_paths_csv AS
SELECT t.rowid AS row_id,
       t."id" AS "Id",
       t."title" AS "Title"
FROM learning_path AS t;
CREATE VIEW learning_path_trainings_csv AS
SELECT t.rowid AS row_id,
       "learning_path"."title" AS "LearningPathTitle",
       "training"."code" AS "TrainingCode"
FROM learning_path_training AS t
     JOIN learning_path AS "learning_path" ON "learning_path".rowid = t."learning_path"
     JOIN LearningModule AS "training" ON "training".rowid = t."training";
CREATE VIEW learning_path_links_csv AS
SELECT t.rowid AS row_id,
       "learning_path"."title" AS "LearningPathTitle",
       t."link_type" AS "LinkType",
       coalesce("person"."external_identifier", "function"."name", "division"."name", "person_group"."name") AS "LinkValue"
FROM learning_path_link AS t
     JOIN learning_path AS "learning_path" ON "learning_path".rowid = t."learning_path"
     LEFT JOIN person AS "person" ON "person".rowid = t."person"
     LEFT JOIN function AS "function" ON "function".rowid = t."function"
     LEFT JOIN division AS "division" ON "division".rowid = t."division"
     LEFT JOIN person_group AS "person_group" ON "person_group".rowid = t."person_group";
CREATE VIEW classes_csv AS
SELECT t.rowid AS row_id,
       t."id" AS "Id",
       t."code" AS "Code",
       "training"."code" AS "TrainingCode",
       t."name" AS "Name",
       coalesce("person_group"."name", '') AS "GroupName",
       coalesce(CAST(t."min_persons" AS TEXT), '') AS "MinPersons",
       coalesce(CAST(t."max_persons" AS TEXT), '') AS "MaxPersons",
       coalesce(t."memo", '') AS "Memo",
       iif(t."show_memo_in_report", 'true', 'false') AS "ShowMemoInReport",
       iif(t."is_visible_in_catalog", 'true', 'false') AS "IsVisibleInCatalog",
       iif(t."is_visible_in_calendar", 'true', 'false') AS "IsVisibleInCalendar",
       iif(t."offer_externally", 'true', 'false') AS "OfferExternally",
       iif(t."is_archived", 'true', 'false') AS "IsArchived",
       iif(t."is_cancelled", 'true', 'false') AS "IsCancelled",
       iif(t."filter_by_division", 'true', 'false') AS "FilterByDivision",
       iif(t."has_waiting_list", 'true', 'false') AS "HasWaitingList",
       coalesce(CAST(t."waiting_list_capacity" AS TEXT), '') AS "WaitingListCapacity",
       coalesce(t."edit_deadline", '') AS "EditDeadline",
       coalesce(t."registration_deadline", '') AS "RegistrationDeadline",
       coalesce(CAST(t."lock_days_till_start" AS TEXT), '') AS "LockDaysTillStart",
       t."completion_type" AS "CompletionType",
       iif(t."is_under_construction", 'true', 'false') AS "IsUnderConstruction"
FROM class AS t
     LEFT JOIN LearningModule AS "training" ON "training".rowid = t."training"
     LEFT JOIN person_group AS "person_group" ON "person_group".rowid = t."person_group";
CREATE VIEW class_dates_csv AS
SELECT t.rowid AS row_id,
       t."id" AS "Id",
       "class"."code" AS "ClassCode",
       t."date" AS "Date",
       iif(t."starts_at" LIKE '%:00', substr(t."starts_at", 1, 5), t."starts_at") AS "From",
       iif(t."ends_at" LIKE '%:00', substr(t."ends_at", 1, 5), t."ends_at") AS "Till",
       coalesce(t."location_name", '') AS "LocationName",
       coalesce(t."location_address", '') AS "LocationAddress",
       coalesce(CAST(t."meeting_id" AS TEXT), '') AS "MeetingId",
       coalesce("task"."code", '') AS "TaskCode",
       iif(t."stream_available", 'true', 'false') AS "StreamAvailable",
       coalesce(t."stream_password", '') AS "StreamPassword",
       coalesce(t."eticket_information", '') AS "EticketInformation",
       coalesce(CAST(t."reservation_id" AS TEXT), '') AS "ReservationId"
FROM class_date AS t
     JOIN class AS "class" ON "class".rowid = t."class"
     LEFT JOIN LearningTasks AS "task" ON "task".rowid = t."task";
CREATE VIEW class_trainers_csv AS
SELECT t.rowid AS row_id,
       "class"."code" AS "ClassCode",
       "person"."external_identifier" AS "PersonExternalIdentifier",
       coalesce("class_date"."date", '') AS "Date",
       coalesce(iif("class_date"."starts_at" LIKE '%:00', substr("class_date"."starts_at", 1, 5), "class_date"."starts_at"), '') AS "From"
FROM class_trainer AS t
     JOIN class AS "class" ON "class".rowid = t."class"
     JOIN person AS "person" ON "person".rowid = t."person"
     LEFT JOIN class_date AS "class_date" ON "class_date".rowid = t."class_date";
CREATE VIEW dim_reasons_csv AS
SELECT t.rowid AS row_id,
       t."id" AS "Id",
       t."reason" AS "Reason"
FROM dim_reason AS t;
CREATE VIEW dimmings_csv AS
SELECT t.rowid AS row_id,
       "person"."external_identifier" AS "PersonExternalIdentifier",
       "training"."code" AS "TrainingCode",
       CAST(t."dim_reason" AS TEXT) AS "DimReasonId"
FROM dimming AS t
     JOIN person AS "person" ON "person".rowid = t."person"
     JOIN LearningModule AS "training" ON "training".rowid = t."training";
CREATE VIEW enrollments_csv AS
SELECT t.rowid AS row_id,
       t."id" AS "Id",
       "person"."external_identifier" AS "PersonExternalIdentifier",
       "training"."code" AS "TrainingCode",
       coalesce("class"."code", '') AS "ClassCode",
       t."enrolled_at" AS "EnrolledAt",
       CAST(t."state" AS TEXT) AS "State",
       iif(t."on_waiting_list", 'true', 'false') AS "OnWaitingList",
       iif(t."added_from_catalog", 'true', 'false') AS "AddedFromCatalog",
       t."changed_at" AS "ChangedAt",
       coalesce(t."cancelled_at", '') AS "CancelledAt",
       t."cancelled_by" AS "CancelledBy",
       t."cancellation_reason" AS "CancellationReason",
       iif(t."costs" IS NULL, '', printf('%.2f', t."costs" / 100.0)) AS "Costs",
       coalesce(t."payment", '') AS "Payment"
FROM enrollment AS t
     JOIN person AS "person" ON "person".rowid = t."person"
     JOIN LearningModule AS "training" ON "training".rowid = t."training"
     LEFT JOIN class AS "class" ON "class".rowid = t."class";
CREATE VIEW progress_csv AS
SELECT t.rowid AS row_id,
       "person"."external_identifier" AS "PersonExternalIdentifier",
       "training"."code" AS "TrainingCode",
       t."started_at" AS "StartedAt",
       CAST(t."percent_complete" AS TEXT) AS "PercentComplete"
FROM progress AS t
     JOIN person AS "person" ON "person".rowid = t."person"
     JOIN LearningModule AS "training" ON "training".rowid = t."training";
CREATE VIEW results_csv AS
SELECT t.rowid AS row_id,
       t."id" AS "Id",
       "person"."external_identifier" AS "PersonExternalIdentifier",
       "training"."code" AS "TrainingCode",
       t."finished_at" AS "FinishedAt",
       coalesce("class"."code", '') AS "ClassCode",
       coalesce(t."started_at", '') AS "StartedAt",
       coalesce(t."valid_until", 'never') AS "ValidUntil",
       iif(t."certificate_obtained", 'true', 'false') AS "CertificateObtained",
       coalesce(t."version", '') AS "Version"
FROM FinishedModule AS t
     JOIN person AS "person" ON "person".rowid = t."person"
     JOIN LearningModule AS "training" ON "training".rowid = t."training"
     LEFT JOIN class AS "class" ON "class".rowid = t."class";
CREATE VIEW absences_csv AS
SELECT t.rowid AS row_id,
       t."id" AS "Id",
       "person"."external_identifier" AS "PersonExternalIdentifier",
       "class"."code" AS "ClassCode",
       t."created_at" AS "CreationDate",
       coalesce("task"."code", '') AS "TaskCode",
       t."reason" AS "AbsenceReason",
       printf('%.2f', t."public_costs" / 100.0) AS "PublicCosts",
       printf('%.2f', t."hidden_costs" / 100.0) AS "HiddenCosts"
FROM absence AS t
     JOIN person AS "person" ON "person".rowid = t."person"
     JOIN class AS "class" ON "class".rowid = t."class"
     LEFT JOIN LearningTasks AS "task" ON "task".rowid = t."task";
CREATE VIEW images_csv AS
SELECT t.rowid AS row_id,
       t."name" AS "Name",
       coalesce(t."content_type", '') AS "ContentType",
       coalesce(t."digest", '') AS "Digest",
       hex(t."content") AS "Content"
FROM image AS t;
CREATE VIEW derived_digest AS SELECT '6cb48b0efd0b81fe2f6866d997b6f2846753c3e6dd5f53088fa6f2ce42388e8c-0b30c819b05c8d52' AS digest;
COMMIT;
PRAGMA application_id = 1280136033;
PRAGMA user_version = 9;
