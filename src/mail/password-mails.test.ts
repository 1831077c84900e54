import assert from 'node:assert/strict'
import { openMembers } from '../../test/support/http/members.ts'
import { slowTest as test } from '../../test/support/part.ts'
import { startSmtpServer } from '../../test/support/processes/smtp-server.ts'
import { TestClock } from '../../test/support/test-clock.ts'
import {
  createPasswordLink,
  findLinkedUser,
  PASSWORD_LINK_MS,
} from '../domain/accounts/passwords/password-links.ts'
import {
  RETRY_MS,
  requestPasswordMail,
  TAKEN_MS,
  takePasswordRequest,
} from '../domain/accounts/passwords/password-requests.ts'
import type { Context } from '../domain/context.ts'
import { createMetrics } from '../metrics.ts'
import { mailCounts } from './mail-counts.ts'
import { type Mail, type Mailer, smtpMailer } from './mailer.ts'
import { passwordMailJob } from './password-mails.ts'

const FROM = 'aviary@example.org'

/** Wraps the context of the job. The tests themselves use the original context. */
type Wrap = (context: Context) => Context

async function open(t: Parameters<typeof startSmtpServer>[0], mailer?: Mailer, wrap: Wrap = (same) => same) {
  const smtp = await startSmtpServer(t)
  const clock = new TestClock()
  const { join, context: its } = await openMembers(t, 'sqlite')
  const { user: ada } = await join('ada')
  // The jobs of the server must not run with this clock, because the test advances it.
  const context = { ...its, clock }
  const metrics = createMetrics()
  const lines: (readonly [object, string])[] = []
  const job = passwordMailJob({
    ...{ context: wrap(context), counts: mailCounts(metrics), baseUrl: 'https://bird.example.org' },
    mailer: mailer ?? smtpMailer(smtp.url, FROM),
    logger: { warn: (facts: object, text: string) => void lines.push([facts, text]) },
  })
  const run = () => job.work(new AbortController().signal)
  const counts = async () => {
    const one = async (name: string) => (await metrics.values(`aviary_mails_${name}_total`))[0]?.value
    return [await one('sent'), await one('failed'), await one('given_up')]
  }
  return { smtp, clock, context, ada, lines, run, counts }
}

test('an e-mail to a refused recipient is logged and dropped, and the next e-mail is sent', async (t) => {
  const { smtp, context, lines, run, counts } = await open(t)
  smtp.answers.push('550 5.1.1 <ada@example.org>: no such mailbox')
  await requestPasswordMail(context, 'ada')
  await requestPasswordMail(context, 'ada@example.org')
  await run()
  assert.equal(smtp.mails.length, 1)
  assert.deepEqual(await counts(), [1, 1, 1])
  assert.equal(lines.length, 1)
  assert.match(JSON.stringify(lines[0]), /550.*given up/)
  assert.doesNotMatch(JSON.stringify(lines[0]), /example\.org/)
  await run()
  assert.equal(smtp.mails.length, 1)
})

test('after a temporary error, an e-mail is tried again, at most five times', async (t) => {
  const { smtp, clock, context, lines, run, counts } = await open(t)
  const busy = '451 4.3.0 try again'
  smtp.answers.push(busy, busy)
  await requestPasswordMail(context, 'ada')
  await run()
  await run()
  assert.equal(smtp.commands.filter((line) => line.startsWith('RCPT')).length, 1)
  clock.advance(RETRY_MS[0])
  await run()
  assert.match(JSON.stringify(lines), /451.*tried again.*451.*tried again/)
  clock.advance(RETRY_MS[1])
  await run()
  assert.equal(smtp.mails.length, 1)
  assert.deepEqual(await counts(), [1, 2, 0])
  smtp.answers.push(busy, busy, busy, busy, busy)
  await requestPasswordMail(context, 'ada')
  await run()
  for (const wait of RETRY_MS) {
    clock.advance(wait)
    await run()
  }
  clock.advance(24 * 3_600_000)
  await run()
  assert.deepEqual(await counts(), [1, 7, 1])
})

test('an attempt counts if the SMTP server is unreachable, or if the process stops during the attempt', async (t) => {
  const away = await open(t, smtpMailer('smtp://127.0.0.1:1', FROM))
  await requestPasswordMail(away.context, 'ada')
  await away.run()
  assert.match(JSON.stringify(away.lines), /ECONNREFUSED.*tried again/)
  const never: Mailer = { send: () => new Promise(() => undefined) }
  const { context, clock, run } = await open(t, never)
  await requestPasswordMail(context, 'ada')
  void run()
  clock.advance(1)
  assert.equal(await takePasswordRequest(context), undefined)
  clock.advance(TAKEN_MS - 2)
  assert.equal(await takePasswordRequest(context), undefined)
  clock.advance(1)
  assert.equal((await takePasswordRequest(context))?.attempts, 2)
})

test('a request beyond 1,000 waiting requests is refused', async (t) => {
  const { context } = await open(t)
  for (let at = 0; at < 1_000; at += 1) await requestPasswordMail(context, `user${at}`)
  await assert.rejects(requestPasswordMail(context, 'ada'), { reason: 'password-requests-too-many' })
})

test('after errors that the operator can correct, the e-mail is tried again', async (t) => {
  const { smtp, clock, context, lines, run, counts } = await open(t)
  smtp.senderAnswers.push('550 5.1.8 no such sender', '530 5.7.0 authentication required')
  smtp.answers.push('554 5.7.1 relay access denied')
  await requestPasswordMail(context, 'ada')
  for (const wait of RETRY_MS) {
    await run()
    clock.advance(wait)
  }
  assert.match(JSON.stringify(lines), /550.*tried again.*530.*tried again.*554.*tried again/)
  assert.equal(smtp.mails.length, 1)
  assert.deepEqual(await counts(), [1, 3, 0])
})

test('after a failure of the database, the link in a sent e-mail stays valid', async (t) => {
  const sent: Mail[] = []
  let isDown = false
  const mailer: Mailer = {
    async send(mail) {
      sent.push(mail)
      isDown = sent.length === 1
    },
  }
  const { context, clock, run, counts, ada } = await open(t, mailer, (sound) => ({
    ...sound,
    store: new Proxy(sound.store, {
      get(target, name) {
        if (name === 'write' && isDown) return () => Promise.reject(new Error('no database'))
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    }),
  }))
  await requestPasswordMail(context, 'ada')
  await assert.rejects(run(), /no database/)
  const token = /token=([\w-]{43})/.exec(sent[0]?.text ?? '')?.[1] ?? ''
  assert.equal((await findLinkedUser(context, token))?.id, ada.id)
  assert.deepEqual(await counts(), [1, 0, 0])
  isDown = false
  clock.advance(TAKEN_MS)
  await run()
  assert.equal(sent.length, 2)
  assert.equal((await findLinkedUser(context, token))?.id, ada.id)
})

test('a request that has waited for more than two hours ends without an e-mail', async (t) => {
  const { smtp, clock, context, run, counts } = await open(t)
  await requestPasswordMail(context, 'ada')
  clock.advance(2 * 3_600_000 + 1)
  await run()
  assert.equal(smtp.mails.length, 0)
  assert.deepEqual(await counts(), [0, 0, 1])
  clock.advance(TAKEN_MS)
  assert.equal(await takePasswordRequest(context), undefined)
})

test('spec/pages.md#password-links: a link in an e-mail does not invalidate a link that an operator made', async (t) => {
  const { smtp, context, clock, run, ada } = await open(t)
  const { token } = await createPasswordLink(context, { userId: ada.id, lifetime: PASSWORD_LINK_MS })
  for (let at = 0; at < 6; at += 1) {
    clock.advance(1_000)
    await requestPasswordMail(context, 'ada')
    await run()
  }
  const tokens = smtp.mails.map(({ text }) => /token=([\w-]{43})/.exec(text)?.[1] ?? '')
  const users = await Promise.all([token, ...tokens].map((each) => findLinkedUser(context, each)))
  const isLive = users.map((user) => user?.id === ada.id)
  assert.deepEqual(isLive, [true, false, false, true, true, true, true])
})
