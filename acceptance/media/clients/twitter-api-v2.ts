import { readFileSync } from 'node:fs'
import { EUploadMimeType, TwitterApi } from 'twitter-api-v2'
import { clientScript } from '../../support/client.ts'
import type { World } from './world.ts'

await clientScript(async (world: World) => {
  const { v1 } = new TwitterApi({
    appKey: world.key,
    appSecret: world.secret,
    accessToken: world.accessToken,
    accessSecret: world.accessSecret,
  })
  const picture = await v1.uploadMedia(readFileSync(world.picture), { mimeType: EUploadMimeType.Jpeg })
  await v1.createMediaMetadata(picture, { alt_text: { text: 'A sky.' } })
  const gif = await v1.uploadMedia(world.movingPicture, { target: 'dm', shared: true }, true)
  // The library sends segments concurrently.
  const video = await v1.uploadMedia(
    world.video,
    { mimeType: EUploadMimeType.Mp4, chunkLength: 64 * 1024, maxConcurrentUploads: 4 },
    true,
  )
  const { processing_info: state } = await v1.mediaInfo(video.media_id_string)
  const wishes = { media_ids: picture, include_ext_alt_text: true }
  const post = await v1.tweet('Look', wishes)
  const [medium] = post.extended_entities?.media ?? []
  const url = medium?.media_url_https ?? ''
  const shown = await fetch(url)
  await v1.deleteTweet(post.id_str)
  const afterwards = await fetch(url)
  const { event } = await v1.sendDm({
    recipient_id: world.userId,
    text: 'Look',
    attachment: { type: 'media', media: { id: await v1.uploadMedia(world.picture, { target: 'dm' }) } },
  })
  const sent = await v1.downloadDmImage(event)
  return {
    shown: [medium?.type, medium?.ext_alt_text, shown.headers.get('content-type')],
    afterwards: afterwards.status,
    sent: sent.toString('hex', 0, 3),
    picture: /^\d+$/.test(picture),
    gif: 'image' in gif && gif.image,
    video: [video.video?.video_type, video.size],
    state: state?.state,
  }
})
