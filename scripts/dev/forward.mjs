import { request as httpRequest } from 'node:http';
import { pipeline } from 'node:stream';

const JSON_TYPE = { 'content-type': 'application/json' };

/** Answers as the server does when it has no database: with a message that screens can show. */
export function refuse(response, message) {
  response.writeHead(503, JSON_TYPE);
  response.end(JSON.stringify({ message, requestId: 'none' }));
}

/**
 * Sends a request on to the server at an address and its answer back, each as it arrives, so that uploads and event streams
 * work as they do without a proxy. The Host header stays, because the server compares it with Origin.
 */
export function forward(request, response, address) {
  const { hostname, port } = new URL(address);
  const { method, headers, url: path } = request;
  const onward = httpRequest({ hostname, port, method, path, headers });
  onward.on('response', (answer) => {
    response.writeHead(answer.statusCode, answer.rawHeaders);
    response.flushHeaders();
    pipeline(answer, response, () => {});
  });
  pipeline(request, onward, (error) => {
    if (error && !response.headersSent) refuse(response, "The server didn't answer; see its output");
  });
  response.on('close', () => onward.destroy());
}
