import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { test } from 'node:test'
import { BodyMemory } from './body-memory.ts'
import { giveBackWhenSent, wireForm } from './wire-form.ts'

/** Characters of a body, more than a connection takes before its client reads. */
const LENGTH = 900_000
const CONNECTIONS = 4
const ANSWERS = 10

test('memory is written over only when its bytes have left: clients that read late get what was meant for them', async (t) => {
  const memory = new BodyMemory()
  let given = 0
  const server = createServer((request, response) => {
    const letter = String.fromCharCode(97 + (given % 26))
    given += 1
    const { body, lent } = wireForm(memory, { status: 200, body: `${letter}`.repeat(LENGTH) }, false)
    response.writeHead(200, { 'content-length': LENGTH, 'x-letter': letter })
    response.end(body)
    assert.ok(lent !== undefined)
    giveBackWhenSent(memory, lent, response, request)
  })
  t.after(() => server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const sockets = Array.from({ length: CONNECTIONS }, () => connect(port, '127.0.0.1').pause())
  // All at once, so that answers wait behind each other.
  for (const socket of sockets) socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(ANSWERS))
  while (given < CONNECTIONS * ANSWERS) await new Promise(setImmediate)
  for (const socket of sockets) assertWhole(await read(socket))
})

/** What comes until all answers are there. */
async function read(socket: ReturnType<typeof connect>): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (
      length > ANSWERS * LENGTH &&
      Buffer.concat(chunks).toString('latin1').split('HTTP/1.1').length > ANSWERS
    ) {
      const text = Buffer.concat(chunks).toString('latin1')
      const last = text.slice(text.lastIndexOf('HTTP/1.1'))
      if (last.length - last.indexOf('\r\n\r\n') - 4 >= LENGTH) return text
    }
  }
  throw new Error('the server closed a connection')
}

function assertWhole(text: string): void {
  const answers = text.split('HTTP/1.1 200 OK').slice(1)
  assert.equal(answers.length, ANSWERS)
  for (const answer of answers) {
    const [, letter = ''] = /x-letter: (.)/.exec(answer) ?? []
    const body = answer.slice(answer.indexOf('\r\n\r\n') + 4)
    assert.ok(body === letter.repeat(LENGTH), `a body of ${letter} is not whole`)
  }
}
