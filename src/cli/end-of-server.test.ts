import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Ended, startCli } from '../../test/support/cli.ts'
import { temporaryDirectory } from '../../test/support/engines.ts'
import { slowTest } from '../../test/support/part.ts'
import { TestClock } from '../../test/support/test-clock.ts'
import { endAfterStop } from './end-of-server.ts'

test('a process that still runs two seconds after its server stopped is ended, with a message about the reason', () => {
  const clock = new TestClock(0)
  const written: string[] = []
  const exits: number[] = []
  const ending = { getActiveResourcesInfo: () => ['TCPSocketWrap'], exit: () => exits.push(1) }
  const err = { write: (text: string) => written.push(text) > 0 }
  endAfterStop({ err } as unknown as Parameters<typeof endAfterStop>[0], clock, ending)
  clock.advance(1_999)
  assert.equal(exits.length, 0)
  clock.advance(1)
  assert.equal(exits.length, 1)
  assert.match(written.join(''), /ends with open resources: TCPSocketWrap\n$/)
})

slowTest(
  'a process without open resources ends immediately and writes nothing about resources',
  async (t) => {
    const data = await temporaryDirectory(t)
    const run = startCli(t, ['serve', '--data', data, '--port', '0', '--ops-port', '0'])
    await run.said(/Aviary serves/)
    run.kill('SIGTERM')
    const { code, err }: Ended = await run.ended
    assert.equal(code, 0)
    assert.doesNotMatch(err, /open resources/)
  },
)
