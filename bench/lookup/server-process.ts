/** Runs a production Aviary in a separate process, with or without caches of posts and users. */
import type { Config } from '../../src/config.ts'
import { type Server, startServer } from '../../src/server.ts'
import { answerCalls } from '../lib/child.ts'

let server: Server | undefined

export const methods = {
  /** @param cacheBytes size of each cache; the default when undefined, 0 for no cache */
  async start(config: Config, cacheBytes?: number): Promise<string> {
    const bounds = cacheBytes === undefined ? {} : { userCacheBytes: cacheBytes, postCacheBytes: cacheBytes }
    server = await startServer(config, { bounds })
    return server.url
  },
}

answerCalls(methods, async () => server?.close())
