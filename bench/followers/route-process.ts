/** A Fastify route that sends bytes from memory. It shows the limit of the framework. */
import Fastify from 'fastify'
import { answerCalls } from '../lib/child.ts'

const app = Fastify({ logger: false })

export const methods = {
  /** Serves `body` at every path, with these headers; returns the URL. */
  async start(
    body: string,
    headers: Readonly<Record<string, string>> = { 'content-type': 'application/json;charset=utf-8' },
  ): Promise<string> {
    app.get('*', async (_request, reply) => {
      reply.headers(headers)
      return body
    })
    return app.listen({ host: '127.0.0.1', port: 0 })
  },
}

answerCalls(methods, () => app.close())
