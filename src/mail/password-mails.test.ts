import assert from 'node:assert/strict'
import { openMembers } from '../../test/support/members.ts'
import { slowTest as test } from '../../test/support/part.ts'
import { startSmtpServer } from '../../test/support/smtp-server.ts'
import { TestClock } from '../../test/support/test-clock.ts'
import { RETRY_MS, requestPasswordMail } from '../domain/accounts/passwords/password-requests.ts'
import { createMetrics } from '../metrics.ts'
import { type Mailer, smtpMailer } from './mailer.ts'
import { passwordMailJob } from './password-mails.ts'

const FROM = 'aviary@example.org'

async function open(t: Parameters<typeof startSmtpServer>[0], mailer?: Mailer) {
  const smtp = await startSmtpServer(t)
  const clock = new TestClock()
  const { join, context: its } = await openMembers(t, 'sqlite')
  await join('ada')
  // The server has its own clock, whose jobs do not run here.
  const context = { ...its, clock }
  const metrics = createMetrics()
  const lines: (readonly [object, string])[] = []
  const job = passwordMailJob({
    ...{ context, metrics, baseUrl: 'https://bird.example.org' },
    mailer: mailer ?? smtpMailer(smtp.url, FROM),
    logger: { warn: (facts: object, text: string) => void lines.push([facts, text]) },
  })
  const run = () => job.work(new AbortController().signal)
  const counts = async () => {
    const one = async (name: string) => (await metrics.values(`aviary_mails_${name}_total`))[0]?.value
    return [await one('sent'), await one('failed'), await one('given_up')]
  }
  return { smtp, clock, context, lines, run, counts }
}

test('a refused recipient is logged and given up, and the others get their mails', async (t) => {
  const { smtp, context, lines, run, counts } = await open(t)
  smtp.answers.push('550 5.1.1 no such mailbox')
  await requestPasswordMail(context, 'ada')
  await requestPasswordMail(context, 'ada@example.org')
  await run()
  assert.equal(smtp.mails.length, 1)
  assert.deepEqual(await counts(), [1, 1, 1])
  assert.equal(lines.length, 1)
  assert.match(JSON.stringify(lines[0]), /550.*given up/)
  await run()
  assert.equal(smtp.mails.length, 1)
})

test('a mail that fails for now is tried five times in an hour', async (t) => {
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

test('a server that is away, or that the process left in an attempt, costs one attempt', async (t) => {
  const away = await open(t, smtpMailer('smtp://127.0.0.1:1', FROM))
  await requestPasswordMail(away.context, 'ada')
  await away.run()
  assert.match(JSON.stringify(away.lines), /ECONNREFUSED.*tried again/)
  const never: Mailer = { send: () => new Promise(() => undefined) }
  const { context, clock, run } = await open(t, never)
  await requestPasswordMail(context, 'ada')
  void run()
  clock.advance(1)
  const { takePasswordRequest } = await import('../domain/accounts/passwords/password-requests.ts')
  assert.equal(await takePasswordRequest(context), undefined)
  clock.advance(120_000)
  assert.equal((await takePasswordRequest(context))?.attempts, 2)
})

test('at most 1,000 requests wait', async (t) => {
  const { context } = await open(t)
  for (let at = 0; at < 1_000; at += 1) await requestPasswordMail(context, `user${at}`)
  await assert.rejects(requestPasswordMail(context, 'ada'), { reason: 'password-requests-too-many' })
})
