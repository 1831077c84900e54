/** Runs the example bot as its README says, in a separate process. A user writes to the bot. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { slowTest as test } from '../../test/support/part.ts'
import { aviary, createApp, createToken, serve, type TokenKeys } from '../support/aviary.ts'
import { CLIENT_ENGINES, newInstallation } from '../support/installation.ts'
import { signed } from '../support/signature.ts'

const BOT = fileURLToPath(new URL('../../examples/quick-reply-bot/bot.js', import.meta.url))

interface MessageEvent {
  readonly message_create: {
    readonly sender_id: string
    readonly message_data: {
      readonly text: string
      readonly quick_reply?: { readonly options: readonly { readonly metadata: string }[] }
    }
  }
}

for (const engine of CLIENT_ENGINES) {
  test(`the quick-reply bot asks, receives the choice, and replies on ${engine}`, async (t) => {
    const place = await newInstallation(t, engine)
    const app = await createApp(place, 'barista', '--permissions', 'read-write-dm')
    await aviary(place, 'user', 'create', 'guest')
    const [bot, guest] = [await createToken(place, app, 'barista'), await createToken(place, app, 'guest')]
    const { url } = await serve(t, place, '--webhook-allow', '127.0.0.1', '--limits', 'off')
    const ask = async (as: TokenKeys, method: string, path: string, body?: object) => {
      const target = `${url}/1.1/${path}`
      const headers = { authorization: signed(app, as, method, target), 'content-type': 'application/json' }
      const response = await fetch(target, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      assert.ok(response.ok, `${method} ${path}: ${response.status}`)
      return (await response.json()) as Record<string, unknown>
    }
    const settings = join(place.data, 'bot.json')
    const keys = { consumerKey: app.consumer_key, consumerSecret: app.consumer_secret }
    const token = { accessToken: bot.access_token, accessTokenSecret: bot.access_token_secret }
    await writeFile(settings, JSON.stringify({ api: url, ...keys, ...token, port: 0 }))
    const child = spawn(process.execPath, [BOT, settings], { env: {}, stdio: ['ignore', 'pipe', 'inherit'] })
    t.after(() => child.kill('SIGKILL'))
    let home = ''
    for await (const line of createInterface({ input: child.stdout })) {
      home = /listens at (\S+)/.exec(line)?.[1] ?? ''
      if (home !== '') break
    }
    await leaveInTheMiddle(home)

    const me = String((await ask(bot, 'GET', 'account/verify_credentials.json'))['id_str'])
    const other = String((await ask(guest, 'GET', 'account/verify_credentials.json'))['id_str'])
    await ask(bot, 'POST', `friendships/create.json?user_id=${other}`)
    const write = (message_data: object) =>
      ask(guest, 'POST', 'direct_messages/events/new.json', {
        event: { type: 'message_create', message_create: { target: { recipient_id: me }, message_data } },
      })
    /** Waits for `count` messages of the bot. The result begins with the oldest message. */
    const heard = async (count: number) => {
      for (;;) {
        const { events } = await ask(guest, 'GET', 'direct_messages/events/list.json')
        const theirs = (events as MessageEvent[]).filter(({ message_create: m }) => m.sender_id === me)
        if (theirs.length >= count) return theirs.toReversed().map(({ message_create: m }) => m.message_data)
      }
    }
    await write({ text: 'Tea & cake' })
    const [question] = await heard(1)
    assert.equal(question?.text, '"Tea &amp; cake"? What will it be?')
    assert.deepEqual(
      question?.quick_reply?.options.map(({ metadata }) => metadata),
      ['tea', 'coffee'],
    )
    await write({ text: 'Tea', quick_reply_response: { type: 'options', metadata: 'tea' } })
    const [, answer] = await heard(2)
    assert.equal(answer?.text, 'Tea it is. Three minutes, please.')
  })
}

/** Starts a delivery and disconnects before its end, as any client might. */
async function leaveInTheMiddle(home: string): Promise<void> {
  const { hostname, port } = new URL(home)
  const socket = connect(Number(port), hostname)
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\nexpect: 100-continue\r\n\r\n')
  // After this event the receiver reads the body.
  await new Promise((resolve) => socket.once('data', resolve))
  await new Promise((resolve) => socket.end('{', () => socket.destroy().once('close', resolve)))
}
