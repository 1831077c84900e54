/** `GET /nodes` of the admin listener lists all nodes (server processes) with their roles, lag and load. */
import type { FastifyInstance } from 'fastify'

export function addNodes(app: FastifyInstance, nodes: () => Promise<object>): void {
  app.get('/nodes', () => nodes())
}
