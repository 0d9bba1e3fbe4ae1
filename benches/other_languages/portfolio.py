"""Serves the portfolio with spyne, a SOAP framework, and waitress: `python3 portfolio.py PORT`."""

import os
import sqlite3
import sys

from spyne import Application, Boolean, ComplexModel, Iterable, ServiceBase, Unicode, rpc
from spyne.protocol.soap import Soap12
from spyne.server.wsgi import WsgiApplication
from waitress import serve

NAMESPACE = "http://tempuri.org/"
TABLE = os.environ["PORTFOLIO"]
COLUMNS = [row[1] for row in sqlite3.connect(TABLE).execute("PRAGMA table_info(portfolio)")]
Row = type(
    "LearningPortfolioContentCached",
    (ComplexModel,),
    {"__namespace__": NAMESPACE, "_type_info": [(name, Unicode) for name in COLUMNS]},
)


class Answer(ComplexModel):
    __namespace__ = NAMESPACE
    Success = Boolean
    Contents = Iterable(Row)


class Portfolio(ServiceBase):
    @rpc(Unicode, Unicode, _returns=Answer)
    def GetAllLearningPortfolioContent(ctx, username, password):
        rows = sqlite3.connect(TABLE).execute("SELECT * FROM portfolio")
        return Answer(Success=True, Contents=[Row(**dict(zip(COLUMNS, row))) for row in rows])


application = Application([Portfolio], NAMESPACE, in_protocol=Soap12(), out_protocol=Soap12())
serve(WsgiApplication(application), host="127.0.0.1", port=int(sys.argv[1]))
