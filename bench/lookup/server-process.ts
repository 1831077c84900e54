/** Aviary as it is served, in a process of its own, with the caches of posts and users or without. */
import type { Config } from '../../src/config.ts'
import { type Server, startServer } from '../../src/server.ts'
import { answerCalls } from '../lib/child.ts'

let server: Server | undefined

export const methods = {
  /** @param cacheBytes of each of the two caches: as usual when left out; 0 for none */
  async start(config: Config, cacheBytes?: number): Promise<string> {
    const bounds = cacheBytes === undefined ? {} : { userCacheBytes: cacheBytes, postCacheBytes: cacheBytes }
    server = await startServer(config, { bounds })
    return server.url
  },
}

answerCalls(methods, async () => server?.close())
