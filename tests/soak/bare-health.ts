// Beside the server under attack: a process that does nothing but say that it is well. What makes it wait is the
// machine (the attackers work on the same cores), and not the server.
import http from 'node:http';
import type { AddressInfo } from 'node:net';

const server = http.createServer((_request, response) => response.end('ok'));
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit(0));
