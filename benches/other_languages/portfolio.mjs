// Serves the portfolio with node's `soap` and the service's WSDL: `node portfolio.mjs PORT`. Reads rows with `sqlite3 -json`.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';

const soap = createRequire(process.env.MODULES + '/')('soap');

function GetAllLearningPortfolioContent() {
  const query = ['-json', process.env.PORTFOLIO, 'SELECT * FROM portfolio'];
  const rows = JSON.parse(execFileSync('sqlite3', query, { maxBuffer: 2 ** 31 - 1 }));
  const answer = { Success: true, Contents: { LearningPortfolioContentCached: rows }, Error: '' };
  return { GetAllLearningPortfolioContentResult: answer };
}

const wsdl = readFileSync(process.env.WSDL, 'utf8');
const [service] = wsdl.match(/(?<=<wsdl:service name=")[^"]+/);
const ports = [...wsdl.matchAll(/<wsdl:port name="([^"]+)"/g)].map(([, port]) => port);
const methods = { GetAllLearningPortfolioContent };
const server = createServer();
server.listen(Number(process.argv[2]), '127.0.0.1', () => {
  const services = { [service]: Object.fromEntries(ports.map((port) => [port, methods])) };
  soap.listen(server, { path: '/', services, xml: wsdl, forceSoap12Headers: true });
});
