/** Posts the same bytes to each receiver repeatedly, with one loop for each receiver. */
import { Agent } from 'undici'
import { answerCalls } from '../lib/child.ts'
import type { Sample } from '../lib/statistics.ts'

const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0, allowH2: false })

export const methods = {
  async run(ports: readonly number[], text: string, milliseconds: number): Promise<Sample> {
    const body = Buffer.from(text)
    const cpu = process.cpuUsage()
    const started = performance.now()
    let operations = 0
    await Promise.all(
      ports.map(async (port) => {
        while (performance.now() - started < milliseconds) {
          const answer = await agent.request({
            origin: `http://127.0.0.1:${port}`,
            path: '/hook',
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body,
          })
          await answer.body.dump()
          operations += 1
        }
      }),
    )
    const { user, system } = process.cpuUsage(cpu)
    return {
      operations,
      milliseconds: performance.now() - started,
      cpuMilliseconds: (user + system) / 1000,
    }
  },
}

answerCalls(methods, () => agent.destroy())
