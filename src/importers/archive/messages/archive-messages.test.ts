/** Tests messages of archives in the form that their participants read over HTTP. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mediaToolsOf } from '../../../../test/support/archive/media-tools.ts'
import { writeArchive } from '../../../../test/support/archive/write-archive.ts'
import { ENGINES, temporaryDirectory } from '../../../../test/support/engines.ts'
import { type DmUser, dmStage } from '../../../../test/support/http/dm-stage.ts'
import { jpeg } from '../../../../test/support/media/samples.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { systemRandom } from '../../../lib/time/clock.ts'
import { verifyDatabase } from '../../../verify/verify.ts'
import { importArchive } from '../archive.ts'

const OLD = fileURLToPath(
  new URL('../../../../test/fixtures/archive-cases/05-archive-old-dm', import.meta.url),
)
const [OWNER, BOB, EVE, DAN, GONE] = [1400000001n, 1400000002n, 1400000003n, 1400000004n, 1400000005n]
const GROUP = '1500000000000000000'

const idOf = (number: number) => String(1500000000000000000n + BigInt(number) * 10_000_000_000n)
const said = (number: number, senderId: bigint, text: string, more: object = {}) => ({
  messageCreate: {
    id: idOf(number),
    senderId: String(senderId),
    text,
    mediaUrls: [],
    reactions: [],
    ...more,
  },
})

/** The messages of two elements, newest first. */
const ELEMENTS = [
  [
    said(9, DAN, 'late'),
    { reactionCreate: { id: idOf(8), senderId: String(BOB), reactionKey: 'like' } },
    { participantsLeave: { id: idOf(7), userIds: [String(GONE)] } },
    { participantsJoin: { id: idOf(6), initiatingUserId: String(BOB), userIds: [String(DAN)] } },
    { conversationNameUpdate: { id: idOf(5), initiatingUserId: String(BOB), name: 'secret name' } },
  ],
  [
    said(4, OWNER, 'shown', { mediaUrls: [`https://ton.twitter.com/dm/${idOf(4)}/1/Pic.jpg`] }),
    said(3, GONE, 'bye', { reactions: [{ senderId: String(BOB), reactionKey: 'sad' }] }),
    said(2, EVE, 'early', {
      recipientId: '0',
      editHistory: [{ createdAtSec: '1669852800', editedText: 'secret earlier' }],
    }),
    {
      joinConversation: {
        ...{ id: idOf(1), initiatingUserId: String(BOB) },
        participantsSnapshot: [BOB, EVE, OWNER].map(String),
      },
    },
  ],
].map((messages) => ({ dmConversation: { conversationId: GROUP, messages } }))

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`spec/archives.md#archive-messages: messages between two users and in groups are imported, on ${engine}`, async (t) => {
    const stage = await dmStage(t, engine)
    const { context, config, get, texts, app } = stage
    const media = mediaToolsOf(config, context)
    const run = (path: string) => importArchive(context, path, { data: config.data, media })
    const reader = async (id: bigint): Promise<DmUser> => ({ id, as: await app.asUser(id) })
    const folder = await writeArchive(
      join(await temporaryDirectory(t), 'groups'),
      OWNER,
      { 'direct-messages-group': ELEMENTS },
      { [`direct_messages_group_media/${idOf(4)}-Pic.jpg`]: await jpeg({ width: 20, height: 20 }) },
    )

    await t.test(
      'messages with sequential ids from before 2011 have the time in createdAt, in both API versions',
      async () => {
        const { messages } = (await run(OLD)).kinds
        assert.deepEqual([messages?.read, messages?.imported, messages?.rejected], [2, 2, 0])
        const bob = await reader(BOB)
        const page = await get('/2/dm_events?dm_event.fields=created_at', bob)
        assert.deepEqual(
          page.body.data.map(({ text, created_at }: Record<string, string>) => [text, created_at]),
          [
            ['of 2017', '2017-02-02T01:00:28.000Z'],
            ['of 2009', '2009-02-28T08:51:00.000Z'],
          ],
        )
        const { body } = await get('/1.1/direct_messages/events/show.json?id=97964413', bob)
        assert.equal(body.event.created_timestamp, String(Date.UTC(2009, 1, 28, 8, 51)))
      },
    )

    await t.test(
      'members of a group can read its events since they joined, and former members can read no event',
      async () => {
        const report = await run(folder)
        const { group_messages: groups, messages } = report.kinds
        assert.deepEqual([groups?.imported, groups?.rejected, messages], [6, 0, undefined])
        assert.deepEqual(report.pictures, { read: 1, imported: 1, skipped: 0, rejected: 0, faults: [] })
        assert.deepEqual(report.notKept, {
          'direct-messages-group (earlier texts)': 1,
          'direct-messages-group (leaves)': 1,
          'direct-messages-group (names)': 1,
          'direct-messages-group (reactions)': 2,
        })
        assert.doesNotMatch(JSON.stringify(report), /secret (?:name|earlier)/)
        const path = `/2/dm_conversations/${GROUP}/dm_events`
        const bob = await texts(path, await reader(BOB))
        assert.match(bob[2] ?? '', /^shown https:\/\/t\.co\/\w+$/)
        assert.deepEqual(bob.with(2, ''), [
          'late',
          'ParticipantsJoin',
          '',
          'bye',
          'early',
          'ParticipantsJoin',
        ])
        assert.deepEqual(await texts(path, await reader(EVE)), bob)
        assert.deepEqual(await texts(path, await reader(OWNER)), bob)
        assert.deepEqual(await texts(path, await reader(DAN)), ['late', 'ParticipantsJoin'])
        assert.notEqual((await get(path, await reader(GONE))).status, 200)
      },
    )

    await t.test('a second import changes nothing', async () => {
      const { kinds, pictures } = await run(folder)
      assert.deepEqual([kinds.group_messages?.imported, kinds.group_messages?.skipped], [0, 6])
      assert.equal(pictures?.skipped, 1)
      assert.deepEqual((await verifyDatabase(config, systemRandom)).faults, [])
    })
  })
}
