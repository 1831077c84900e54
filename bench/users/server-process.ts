/** Runs a production Aviary in a separate process, with or without the cache of users. */
import type { Config } from '../../src/config.ts'
import { type Server, startServer } from '../../src/server.ts'
import { answerCalls } from '../lib/child.ts'

let server: Server | undefined

export const methods = {
  /** @param userCacheBytes size of the cache; the default when undefined, 0 for no cache */
  async start(config: Config, userCacheBytes?: number): Promise<string> {
    server = await startServer(config, userCacheBytes === undefined ? {} : { bounds: { userCacheBytes } })
    return server.url
  },
}

answerCalls(methods, async () => server?.close())
