/** A post on a page (spec/pages.md#posts). */
import type { FullUser } from '../../domain/accounts/find-users.ts'
import { pictureOf } from '../../domain/accounts/profile.ts'
import type { Poll } from '../../domain/posts/content.ts'
import type { PostView } from '../../domain/posts/read/post-view.ts'
import { type Html, html } from '../../text/html.ts'
import { postButtons } from './buttons.ts'
import type { Member } from './member.ts'
import { ownFile, postMedia } from './post-media.ts'
import { nameLink, postText } from './post-text.ts'
import { minuteOf } from './times.ts'
import { withheldWords } from './withheld.ts'

/** A post as HTML, with the post that it reposts or quotes. */
export function postCard(view: PostView, member?: Member | undefined): Html {
  const { original, author } = view
  const shown = original ?? view
  const buttons = member !== undefined && postButtons(member, shown, postPath(shown.author, shown.post.id))
  if (original === undefined) return html`<article class="card post">${postParts(view)}${buttons}</article>`
  return html`<article class="card post"><p class="quiet">Reposted by ${authorLink(author)}</p>${postParts(original)}${buttons}</article>`
}

function postParts(view: PostView): Html {
  const { post, author, quoted } = view
  const path = postPath(author, post.id)
  const withheld = withheldWords([post, author])
  return html`<div class="who">${avatar(author)}<p>${authorLink(author)}<br>
<span class="quiet"><bdi>@${author.screenName}</bdi> · <a href="${path}">${minuteOf(post.createdAt)}</a>${post.history !== undefined && ' · edited'}</span></p></div>
${withheld === undefined ? words(view) : html`<p class="quiet">${withheld}</p>`}
${withheld === undefined && quoted !== undefined && html`<blockquote class="card">${postParts({ ...quoted, quoted: undefined })}</blockquote>`}
${countLine(view)}`
}

function words({ post: { content, inReplyToUserId } }: PostView): Html {
  const { in_reply_to_screen_name: answered, lang } = content
  return html`${answered !== undefined && inReplyToUserId !== null && html`<p class="quiet">In reply to ${nameLink(answered, `@${answered}`)}</p>`}
<p class="text" dir="auto"${lang !== undefined && lang !== 'und' && html` lang="${lang}"`}>${postText(content)}</p>
${content.poll !== undefined && pollOf(content.poll)}
${postMedia(content)}`
}

function pollOf({ options }: Poll): Html {
  const all = options.reduce((sum, { votes }) => sum + votes, 0)
  return html`<ul>${options.map(({ label, votes }) => html`<li>${label}: ${counted(votes, 'vote')}${all > 0 && ` (${Math.round((votes * 100) / all)} %)`}</li>`)}</ul>`
}

function countLine(view: PostView): Html | false {
  const counts = countsOf(view)
  return counts.length > 0 && html`<p class="quiet counts">${counts.join(' · ')}</p>`
}

/** The counts of reactions. Zeros are left out, because most posts have few reactions. */
function countsOf({ post: { counts } }: PostView): readonly string[] {
  const { replies, retweets, quotes, likes } = counts
  return [
    ...(replies > 0 ? [counted(replies, 'reply', 'replies')] : []),
    ...(retweets > 0 ? [counted(retweets, 'repost')] : []),
    ...(quotes > 0 ? [counted(quotes, 'quote')] : []),
    ...(likes > 0 ? [counted(likes, 'like')] : []),
  ]
}

const NUMBER = new Intl.NumberFormat('en-US')

/** A number with a noun, in the singular or plural. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${NUMBER.format(count)} ${count === 1 ? one : many}`
}

/** The path of the page of a post. */
export function postPath({ screenName }: Pick<FullUser, 'screenName'>, id: bigint): string {
  return `/${screenName}/status/${id}`
}

function authorLink({ name, screenName, profile }: FullUser): Html {
  return html`<a class="name" href="/${screenName}"><bdi>${name === '' ? `@${screenName}` : name}</bdi></a>${profile.isVerified && html` <span class="mark" title="Verified" role="img" aria-label="Verified">✓</span>`}`
}

/** The picture of a user; a picture on another host is replaced by the default picture. */
export function avatar({ profile }: FullUser, size: 'bigger' | '200x200' = 'bigger'): Html {
  const own = ownFile(pictureOf(profile) ?? '')
  const file = own === undefined ? defaultPicture(size) : own.replace('_normal.', `_${size}.`)
  const side = size === 'bigger' ? 48 : 96
  return html`<img class="avatar" src="${file}" alt="" width="${side}" height="${side}" loading="lazy">`
}

function defaultPicture(size: 'bigger' | '200x200'): string {
  return size === 'bigger' ? '/images/default_profile_bigger.png' : '/images/default_profile.png'
}
