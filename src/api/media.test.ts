import assert from 'node:assert/strict'
import sharp from 'sharp'
import { ENGINES } from '../../test/support/engines.ts'
import { gif, jpeg, jpegWithPlace, mp4, png, SECRET_WORDS } from '../../test/support/media/samples.ts'
import { MediaStage } from '../../test/support/media/stage.ts'
import { slowOnPostgres } from '../../test/support/part.ts'
import { openBlobs } from '../blobs/open.ts'
import { changeUserState } from '../domain/accounts/change-user-state.ts'
import { releaseOfPost } from '../domain/media/attach.ts'
import { eraseMedia } from '../domain/media/erase-media.ts'
import { changePostState } from '../domain/posts/state/change-post-state.ts'

/** Larger than the largest size that is served. */
const LARGE = { width: 2_100, height: 1_050 }

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`media of posts on ${engine}`, async (t) => {
    const stage = await MediaStage.open(t, { engine })
    const { id: ownerId, as } = await stage.person()
    const shown = async (bytes: Buffer) => {
      const [medium] = await stage.take({ ownerId, mediaIds: [await stage.uploaded(bytes, as)] })
      assert.ok(medium !== undefined)
      return medium
    }

    await t.test(
      'spec/posts.md#media-entity: every client can read a photo in every size, by suffix and by name',
      async () => {
        const { media_url_https: url, sizes, type } = await shown(await jpeg(LARGE))
        assert.equal(type, 'photo')
        assert.match(url, /^\/media\/[0-9a-f]{32}\.jpg$/)
        assert.deepEqual(sizes, {
          thumb: { w: 150, h: 150, resize: 'crop' },
          small: { w: 680, h: 340, resize: 'fit' },
          medium: { w: 1200, h: 600, resize: 'fit' },
          large: { w: 2048, h: 1024, resize: 'fit' },
        })
        for (const [name, { w, h }] of Object.entries(sizes)) {
          for (const path of [`${url}:${name}`, `${url}?name=${name}`, `${url}?format=jpg&name=${name}`]) {
            const { status, headers, text } = await stage.get(path)
            assert.deepEqual([status, headers.get('content-type')], [200, 'image/jpeg'])
            const { width, height } = await sharp(Buffer.from(text, 'latin1')).metadata()
            assert.deepEqual([width, height], [w, h], path)
          }
        }
        const plain = await stage.get(url)
        assert.equal(plain.text, (await stage.get(`${url}:medium`)).text)
        assert.equal((await stage.get(`${url}:orig`)).text, (await stage.get(`${url}:large`)).text)
      },
    )
    await t.test('a small picture is not enlarged, and a transparent picture stays transparent', async () => {
      const { media_url_https: url, sizes } = await shown(await png({ width: 40, height: 30 }))
      assert.deepEqual(
        [sizes.large, sizes.thumb],
        [
          { w: 40, h: 30, resize: 'fit' },
          { w: 150, h: 150, resize: 'crop' },
        ],
      )
      assert.match(url, /\.png$/)
      assert.equal((await stage.get(url)).headers.get('content-type'), 'image/png')
    })
    await t.test('the location and the camera of a photo are removed', async () => {
      const taken = await jpegWithPlace({ width: 200, height: 100 })
      assert.ok(taken.includes(SECRET_WORDS))
      const { media_url_https: url } = await shown(taken)
      for (const size of ['thumb', 'small', 'medium', 'large']) {
        const { text } = await stage.get(`${url}:${size}`)
        const { exif } = await sharp(Buffer.from(text, 'latin1')).metadata()
        assert.deepEqual([text.includes(SECRET_WORDS), exif], [false, undefined])
      }
    })
    await t.test('a second file after the end of a photo is removed', async () => {
      const page = '<script>alert(document.domain)</script>'
      const { media_url_https: url } = await shown(
        Buffer.concat([await jpeg({ width: 200, height: 100 }), Buffer.from(page)]),
      )
      for (const size of ['thumb', 'large']) {
        assert.equal((await stage.get(`${url}:${size}`)).text.includes('script'), false)
      }
    })

    await t.test(
      'spec/posts.md#media-entity: a client reads a video and ranges of its bytes, and the post describes the video',
      async () => {
        const bytes = mp4({ width: 320, height: 240, durationMs: 2_000, data: 200_000, words: SECRET_WORDS })
        const medium = await shown(bytes)
        const { media_url_https: url, video_info: info, additional_media_info } = medium
        assert.deepEqual([medium.type, additional_media_info], ['video', { monetizable: false }])
        const path = url.replace('.jpg', '.mp4')
        assert.deepEqual(info, {
          aspect_ratio: [4, 3],
          duration_millis: 2_000,
          variants: [{ bitrate: bytes.length * 4, content_type: 'video/mp4', url: path }],
        })
        assert.equal((await stage.get(url)).headers.get('content-type'), 'image/jpeg')
        const { status, headers, text } = await stage.get(path)
        assert.deepEqual(
          [status, headers.get('content-type'), headers.get('content-length'), text.length],
          [200, 'video/mp4', String(bytes.length), bytes.length],
        )
        assert.equal(text.includes(SECRET_WORDS), false, 'the place is not shown')
        const part = async (range: string) => {
          const answer = await stage.get(path, undefined, { range })
          return [answer.status, answer.headers.get('content-range'), answer.text] as const
        }
        const size = bytes.length
        assert.deepEqual(await part('bytes=0-9'), [206, `bytes 0-9/${size}`, text.slice(0, 10)])
        assert.deepEqual(await part('bytes=-5'), [
          206,
          `bytes ${size - 5}-${size - 1}/${size}`,
          text.slice(-5),
        ])
        assert.deepEqual(await part(`bytes=100-`), [206, `bytes 100-${size - 1}/${size}`, text.slice(100)])
        for (const range of [`bytes=${size}-`, 'bytes=9-1', 'bytes=0-1,5-6', 'pages=1-2', 'bytes=-']) {
          assert.deepEqual((await part(range)).slice(0, 2), [200, null], range)
        }
      },
    )
    await t.test('HEAD has the type and the length of the whole file, and no bytes', async () => {
      const { media_url_https: url } = await shown(mp4({ width: 320, height: 240, durationMs: 2_000 }))
      for (const path of [url, url.replace('.jpg', '.mp4')]) {
        const whole = await stage.get(path)
        for (const headers of [{}, { range: 'bytes=0-9' }]) {
          const answer = await fetch(stage.server.url + path, { method: 'HEAD', headers })
          const headersOf = (name: string) => [answer.headers.get(name), whole.headers.get(name)]
          assert.deepEqual([answer.status, await answer.text()], [200, ''])
          for (const [got, expected] of ['content-type', 'content-length', 'etag', 'cache-control'].map(
            headersOf,
          ))
            assert.equal(got, expected)
          assert.equal(answer.headers.get('content-range'), null)
        }
      }
    })
    await t.test('an animated GIF has a still picture in every size, and the animation', async () => {
      const bytes = await gif({ width: 60, height: 40 })
      const behind = Buffer.concat([bytes, Buffer.from(`PK\u0003\u0004 ${SECRET_WORDS}`)])
      const { type, media_url_https: url, video_info: info } = await shown(behind)
      assert.equal(type, 'animated_gif')
      const path = url.replace(/\.\w+$/, '.gif')
      assert.deepEqual(info, {
        aspect_ratio: [3, 2],
        variants: [{ bitrate: 0, content_type: 'image/gif', url: path }],
      })
      assert.equal((await stage.get(path)).text, bytes.toString('latin1'))
      const still = await stage.get(url)
      assert.equal((await sharp(Buffer.from(still.text, 'latin1')).metadata()).pages ?? 1, 1)
    })

    await t.test('a served file cannot run in a browser, and may be cached for an hour', async () => {
      const { media_url_https: url } = await shown(await jpeg({ width: 60, height: 40 }))
      const { headers } = await stage.get(url)
      const named = (name: string) => headers.get(name)
      assert.deepEqual(
        [
          named('x-content-type-options'),
          named('content-security-policy'),
          named('cache-control'),
          named('content-disposition'),
        ],
        ['nosniff', "default-src 'none'; sandbox", 'public, max-age=3600', 'attachment'],
      )
      const known = { 'if-none-match': `"x", ${named('etag')}` }
      const again = await stage.get(url, undefined, known)
      assert.deepEqual([again.status, again.text], [304, ''])
    })
    await t.test('404 unknown media, other file types and sizes, and invalid paths', async () => {
      const { media_url_https: url } = await shown(await jpeg({ width: 60, height: 40 }))
      await stage.uploaded(await jpeg({ width: 60, height: 40 }), as)
      for (const path of [
        `/media/${'0'.repeat(32)}.jpg`,
        url.replace('.jpg', '.png'),
        url.replace('.jpg', '.mp4'),
        `${url}:huge`,
        `${url}?name=huge`,
        '/media/..%2f..%2faviary.key',
        '/media/',
        '/media/x',
      ]) {
        assert.equal((await stage.get(path)).status, 404, path)
      }
    })
    await t.test('404 media of a suspended user, until the suspension ends', async () => {
      const person = await stage.person()
      const mediaIds = [await stage.uploaded(await jpeg({ width: 60, height: 40 }), person.as)]
      const [medium] = await stage.take({ ownerId: person.id, mediaIds })
      const url = medium?.media_url_https ?? ''
      const statusAfter = async (action: 'suspend' | 'unsuspend') => {
        await changeUserState(stage.context, { userId: person.id, action })
        return (await stage.get(url)).status
      }
      assert.deepEqual([await statusAfter('suspend'), await statusAfter('unsuspend')], [404, 200])
    })
    await t.test(
      '404 media of a post that is dropped or withheld in all countries, until the operator shows the post again',
      async () => {
        const media_ids = String(await stage.uploaded(await jpeg({ width: 60, height: 40 }), as))
        const post = await stage.postForm('/1.1/statuses/update.json', as, { status: 'Look', media_ids })
        assert.equal(post.status, 200, post.text)
        const { id: postId, entities } = post.body as unknown as {
          readonly id: bigint
          readonly entities: { readonly media: readonly { readonly media_url_https: string }[] }
        }
        const { pathname } = new URL(entities.media[0]?.media_url_https ?? '')
        const statusAfter = async (action: 'drop' | 'undrop') => {
          await changePostState(stage.context, { postId, action })
          return (await stage.get(pathname)).status
        }
        assert.equal((await stage.get(pathname)).status, 200)
        assert.deepEqual([await statusAfter('drop'), await statusAfter('undrop')], [404, 200])
        for (const [country, status] of [
          ['DE', 200],
          ['XX', 404],
          ['XY', 404],
        ] as const) {
          await changePostState(stage.context, { postId, action: 'withhold', countries: [country] })
          assert.equal((await stage.get(pathname)).status, status, country)
        }
        await changePostState(stage.context, { postId, action: 'unwithhold' })
        assert.equal((await stage.get(pathname)).status, 200)
      },
    )
    await t.test('deleted media cannot be read any more, and their bytes are erased', async () => {
      const postId = stage.context.ids.next()
      const mediaIds = [await stage.uploaded(await jpeg({ width: 60, height: 40 }), as)]
      const [medium] = await stage.take({ ownerId, mediaIds, postId })
      const url = medium?.media_url_https ?? ''
      assert.equal((await stage.get(url)).status, 200)
      // The test releases the media alone. It needs no post, and no event about the deletion of a post.
      await stage.context.store.write((tx) => releaseOfPost(tx, postId))
      assert.equal((await stage.get(url)).status, 404)
      const blobs = openBlobs(stage.server.config)
      await eraseMedia(stage.context, blobs, new AbortController().signal)
      const [, folder = ''] = /([0-9a-f]{32})/.exec(url) ?? []
      assert.equal(await blobs.read({ folder, name: 'small.jpg' }), undefined)
    })
  })
}
