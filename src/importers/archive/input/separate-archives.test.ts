import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { mediaToolsOf } from '../../../../test/support/archive/media-tools.ts'
import { type ArchiveLists, writeArchive } from '../../../../test/support/archive/write-archive.ts'
import { freshConfig, temporaryDirectory, testRuntime } from '../../../../test/support/engines.ts'
import { tarBytes } from '../../../../test/support/files/tar-bytes.ts'
import { zipBytes } from '../../../../test/support/files/zip-bytes.ts'
import { findPosts } from '../../../domain/posts/read/find-posts.ts'
import { TemporaryCopies } from '../../../files/temporary-copies.ts'
import { findInputs } from '../../files/inputs.ts'
import { importArchive } from '../archive.ts'
import { archivesByAccount } from '../same-account.ts'
import { InputFiles } from './input-files.ts'

const [ANN, BEN] = [1400000001n, 1400000002n]
const [FIRST, SECOND, CIRCLE] = [1593387213315784705n, 1593387213315784706n, 1593387213315784707n]

const tweet = (id: bigint) => ({ tweet: { id_str: String(id), full_text: `post ${id}` } })

type Members = readonly (readonly [name: string, content: Buffer])[]

/** The files of an archive, in the folder `below`. */
async function archiveFiles(t: TestContext, below: string, owner: bigint, lists: ArchiveLists) {
  const folder = await writeArchive(await temporaryDirectory(t), owner, lists)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const members: Members = await Promise.all(
    paths.map(async (path) => [`${below}${path.slice(folder.length + 1)}`, await readFile(path)] as const),
  )
  return members
}

const zipOf = (members: Members) => zipBytes(members.map(([name, content]) => ({ name, content })))

async function imported(t: TestContext, path: string) {
  const config = await freshConfig(t, 'sqlite')
  const { context, store } = await testRuntime(t, config)
  const media = mediaToolsOf(config, context)
  await using inputFiles = new InputFiles()
  const inputs = await archivesByAccount(await findInputs([path]), undefined, inputFiles)
  let elsewhere = 0
  for (const input of inputs) {
    const places = [input, ...(input.others ?? [])]
    const { heldBack } = await importArchive(context, places, { data: config.data, media, inputFiles })
    elsewhere += heldBack['files that lie elsewhere'] ?? 0
  }
  const posts = await findPosts(store, [FIRST, SECOND, CIRCLE])
  return {
    names: inputs.map(({ name }) => name),
    authors: [...posts].map(([id, { authorId }]) => [id, authorId]),
    elsewhere,
  }
}

test('decision 0137: all archives in one input are imported', async (t) => {
  const folder = await temporaryDirectory(t)
  const annLists = { tweets: [tweet(FIRST)], 'twitter-circle-tweet': [tweet(CIRCLE)] }
  const ann = await archiveFiles(t, '', ANN, annLists)
  const annLater = await archiveFiles(t, '', ANN, { tweets: [tweet(SECOND), tweet(CIRCLE)] })
  const ben = await archiveFiles(t, '', BEN, { tweets: [tweet(SECOND)] })
  const notes = ['notes.md', Buffer.from('mine')] as const
  const zips = (second: Members): Members => [notes, ['a.zip', zipOf(ann)], ['in/b.zip', zipOf(second)]]
  const below = (name: string, members: Members): Members =>
    members.map(([path, content]) => [`${name}/${path}`, content])
  const folders: Members = [notes, ...below('a', ann), ...below('in/b', ben)]
  const packed: Readonly<Record<string, readonly [Buffer, string, string]>> = {
    'zips.tar': [tarBytes(zips(ben)), 'a.zip/', 'in/b.zip/'],
    'zips.zip': [zipOf(zips(ben)), 'a.zip/', 'in/b.zip/'],
    'folders.tar': [tarBytes(folders), 'a/', 'in/b/'],
    'folders.zip': [zipOf(folders), 'a/', 'in/b/'],
  }
  for (const [name, [bytes, one, other]] of Object.entries(packed)) {
    await t.test(`archives of two accounts are imported, each with its own posts: ${name}`, async () => {
      const path = join(folder, name)
      await writeFile(path, bytes)
      assert.deepEqual(await imported(t, path), {
        names: [`${name}/${one}`, `${name}/${other}`],
        authors: [
          [FIRST, ANN],
          [SECOND, BEN],
        ],
        elsewhere: 2,
      })
    })
  }

  await t.test('a tar file is copied once for all of its archives', async (t) => {
    const copy = t.mock.method(TemporaryCopies.prototype, 'add')
    await imported(t, join(folder, 'folders.tar'))
    assert.equal(copy.mock.callCount(), folders.length)
  })

  await t.test(
    'archives of one account are imported as one archive: data that one archive marks as private is held back in all archives',
    async () => {
      const path = join(folder, 'years.tar')
      await writeFile(path, tarBytes(zips(annLater)))
      const { names, authors } = await imported(t, path)
      assert.deepEqual(names, ['years.tar/a.zip/ and 1 more'])
      assert.deepEqual(authors, [
        [FIRST, ANN],
        [SECOND, ANN],
      ])
    },
  )

  await t.test(
    '"import archive" accepts several archives of one account, and refuses archives of two accounts with a message that names the archives',
    async () => {
      const config = await freshConfig(t, 'sqlite')
      const { context } = await testRuntime(t, config)
      const options = { data: config.data, media: mediaToolsOf(config, context) }
      const { kinds } = await importArchive(context, join(folder, 'years.tar'), options)
      assert.deepEqual([kinds.posts?.imported, kinds.posts?.heldBack], [2, 1])
      await assert.rejects(
        importArchive(context, join(folder, 'zips.tar'), options),
        /zips\.tar\/a\.zip\/ and .*zips\.tar\/in\/b\.zip\/ are archives of different accounts/,
      )
      const chosen = await importArchive(context, join(folder, 'zips.tar'), { ...options, root: 'in/b.zip' })
      assert.equal(chosen.kinds.posts?.imported, 0, 'the post is there, of another author')
    },
  )

  await t.test(
    'if an archive is inside the folder of another archive, the user must choose one of them',
    async () => {
      const nested = join(folder, 'nested')
      await mkdir(nested)
      const path = join(nested, 'nested.tar')
      await writeFile(path, tarBytes([...ann, ...below('older', annLater)]))
      await assert.rejects(imported(t, path), /contains 2 archives \(\.\/, older\/\); choose one with --root/)
    },
  )
})
