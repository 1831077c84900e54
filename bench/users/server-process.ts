/** Aviary as it is served, in a process of its own, with the cache of users or without. */
import type { Config } from '../../src/config.ts'
import { type Server, startServer } from '../../src/server.ts'
import { answerCalls } from '../lib/child.ts'

let server: Server | undefined

export const methods = {
  /** @param userCacheBytes as usual when left out; 0 for no cache */
  async start(config: Config, userCacheBytes?: number): Promise<string> {
    server = await startServer(config, userCacheBytes === undefined ? {} : { bounds: { userCacheBytes } })
    return server.url
  },
}

answerCalls(methods, async () => server?.close())
