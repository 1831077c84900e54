/** Opens connections to streams, and records the arrival time of each post. */
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { answerCalls } from '../lib/child.ts'
import { fineNow } from '../stream/fine-clock.ts'

/** The number at the end of a text. */
const NUMBER = / (\d+)"/g

let messages = 0
let arrivals: (readonly [number, number])[] = []
let wake: () => void = () => undefined

export const methods = {
  /** Resolves when the stream has begun. */
  async open(url: string, authorization: string): Promise<void> {
    const asked = request(`${url}/2/tweets/search/stream`, { agent: false, headers: { authorization } }).end()
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    if (response.statusCode !== 200) throw new Error(`the stream answers ${response.statusCode}`)
    let rest = ''
    response.setEncoding('latin1').on('data', (text: string) => {
      rest = take(rest + text)
    })
  },

  /** Waits until all connections together have received `count` messages since the start. */
  async until(count: number): Promise<void> {
    while (messages < count) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  },

  /** Numbers of the posts that arrived since the last call, with their arrival times. */
  async taken(): Promise<(readonly [number, number])[]> {
    const all = arrivals
    arrivals = []
    return all
  },
}

/** @returns the text after the last whole message */
function take(text: string): string {
  const now = fineNow()
  const end = text.lastIndexOf('\r\n') + 2
  if (end === 1) return text
  for (const [, number] of text.slice(0, end).matchAll(NUMBER)) {
    messages += 1
    arrivals.push([Number(number), now])
  }
  wake()
  return text.slice(end)
}

answerCalls(methods)
