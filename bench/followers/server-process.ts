/** Runs a production Aviary in a separate process. */
import type { Config } from '../../src/config.ts'
import { type Server, startServer } from '../../src/server.ts'
import { answerCalls } from '../lib/child.ts'

let server: Server | undefined

export const methods = {
  async start(config: Config): Promise<string> {
    server = await startServer(config)
    return server.url
  },
}

answerCalls(methods, async () => server?.close())
