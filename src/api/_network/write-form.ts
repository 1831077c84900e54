/** The form with which a member writes a post or a reply (spec/pages.md#writing). */
import { type Html, html } from '../../text/html.ts'
import { formTokenField } from '../_pages/form-token.ts'
import type { Member } from './member.ts'

/** The action for which the form token is valid. */
export const WRITE_ACT = 'write'

/**
 * The values that the form shows, and the reason if the member has sent these values and they were refused.
 */
export interface Written {
  readonly text: string
  readonly alt: string
  readonly refused: string | undefined
}

/** @param answered the post to which the member replies, with its author */
export function writeForm(
  member: Member,
  answered?: { readonly id: bigint; readonly screenName: string },
  { text, alt, refused }: Written = { text: '', alt: '', refused: undefined },
): Html {
  const isRefused = refused !== undefined
  const label = answered === undefined ? 'Write a post' : html`Reply to <bdi>@${answered.screenName}</bdi>`
  return html`<form class="card write" id="write" method="post" action="/i/posts" enctype="multipart/form-data">
${isRefused && html`<p class="alert" role="alert" id="refused">${refused}</p>`}
${formTokenField(member.services, member.visitor, WRITE_ACT)}
${answered !== undefined && html`<input type="hidden" name="in_reply_to" value="${answered.id}">`}
<input type="hidden" name="back" value="${member.back}">
<label for="text">${label}</label>
<textarea id="text" name="text" rows="3" maxlength="4000" dir="auto"${isRefused && html` aria-invalid="true" aria-describedby="refused"`}>
${text}</textarea>
<details${alt !== '' && html` open`}><summary>Add a picture</summary>
<label for="picture">Picture (JPEG, PNG, GIF or WebP)</label>
<input id="picture" name="picture" type="file" accept="image/jpeg,image/png,image/gif,image/webp">
<label for="alt">Description of the picture</label>
<input id="alt" name="alt" maxlength="1000" value="${alt}"></details>
<div class="actions"><button class="main">${answered === undefined ? 'Post' : 'Reply'}</button></div>
</form>`
}
