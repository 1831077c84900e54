/** A Fastify route that writes each body to a file, and syncs the file before it responds. */
import { createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import Fastify from 'fastify'
import { answerCalls } from '../lib/child.ts'

const fastify = Fastify({ bodyLimit: 2 ** 30 })
fastify.addContentTypeParser('*', (_request, payload, done) => done(null, payload))

export const methods = {
  /** Returns the URL. */
  async start(directory: string): Promise<string> {
    let files = 0
    fastify.post('/', async (request, reply) => {
      files += 1
      const path = join(directory, `plain-${files}`)
      await pipeline(request.body as NodeJS.ReadableStream, createWriteStream(path))
      const handle = await open(path)
      await handle.sync()
      await handle.close()
      await rm(path)
      return reply.code(204).send()
    })
    await fastify.listen({ host: '127.0.0.1', port: 0 })
    return `http://127.0.0.1:${(fastify.server.address() as AddressInfo).port}/`
  },
}

answerCalls(methods, () => fastify.close())
