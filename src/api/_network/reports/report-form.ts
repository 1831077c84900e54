/** The form with which a member reports a post or a user (spec/pages.md#reports). */
import type { FullUser } from '../../../domain/accounts/find-users.ts'
import { isHidden } from '../../../domain/accounts/user.ts'
import { Refusal, type RefusalReason } from '../../../domain/context.ts'
import { createReport, type ReportSubject } from '../../../domain/reports/create-report.ts'
import { MAX_REPORT_TEXT, REPORT_REASONS, type ReportReason } from '../../../domain/reports/report.ts'
import type { Answer } from '../../../http/endpoint.ts'
import { type Html, html } from '../../../text/html.ts'
import { PageError } from '../../_pages/_errors.ts'
import { formTokenField } from '../../_pages/form-token.ts'
import type { Services } from '../../_services.ts'
import { act, type Member } from '../member.ts'
import { networkAnswer, type PageCall } from '../page.ts'
import { avatar, postCard } from '../post-card.ts'
import { shownViews } from '../posts.ts'
import { REPORT_PATH } from './report-link.ts'

/** Texts of the reasons on the form. */
const REASONS: Readonly<Record<ReportReason, string>> = {
  spam: 'Spam: advertising, fraud, or the same again and again',
  harassment: 'Harassment, hate or threats',
  'private-data': 'Private data of a person',
  impersonation: 'It pretends to be another person',
  illegal: 'Illegal content',
  other: 'Another reason',
}

/** The post or user that a member reports, as the page shows it. */
export interface Reported {
  readonly subject: ReportSubject
  readonly author: Pick<FullUser, 'id' | 'screenName'>
  readonly shown: Html
}

/** Values of a refused form. */
export interface TypedReport {
  readonly reason: string
  readonly comment: string
  readonly refused: string
}

/** The post or user that the parameters of a page name. */
export function subjectOf({ post, user = 0n }: Named): ReportSubject {
  return post === undefined ? { userId: user } : { postId: post }
}

interface Named {
  readonly post: bigint | undefined
  readonly user: bigint | undefined
}

/**
 * A post or user that the member wants to report and may see.
 * @throws {PageError} `unknownPost`, `unknownAccount`, and `notAllowed` for the member's own account and posts
 */
export async function reportedBy(
  services: Services,
  member: Member,
  subject: ReportSubject,
): Promise<Reported> {
  const reported = await ('postId' in subject
    ? postOf(services, member, subject.postId)
    : userOf(services, subject.userId))
  if (reported.author.id === member.user.id) throw new PageError('notAllowed')
  return reported
}

async function postOf(services: Services, member: Member, postId: bigint): Promise<Reported> {
  const [view] = await shownViews(services, [postId], member)
  if (view === undefined) throw new PageError('unknownPost')
  return { subject: { postId }, author: view.author, shown: postCard(view) }
}

async function userOf(services: Services, userId: bigint): Promise<Reported> {
  const [cached] = await services.users.get([userId])
  const user = cached?.entity
  if (user === undefined || isHidden(user)) throw new PageError('unknownAccount')
  const { id, name, screenName } = user
  return {
    subject: { userId: id },
    author: user,
    shown: html`<div class="card post"><div class="who">${avatar(user)}<p><a class="name" href="/${screenName}"><bdi>${name}</bdi></a><br><span class="quiet"><bdi>@${screenName}</bdi></span></p></div></div>`,
  }
}

/** The action for which the form token is valid. */
export function reportAct(subject: ReportSubject): string {
  return 'postId' in subject ? `report-post:${subject.postId}` : `report-user:${subject.userId}`
}

/** The page with the form. */
export function reportAnswer(
  call: PageCall & { readonly services: Services; readonly member: Member },
  { subject, shown }: Reported,
  typed?: TypedReport,
): Answer {
  const { services, member } = call
  const isPost = 'postId' in subject
  const field = isPost ? (['post', subject.postId] as const) : (['user', subject.userId] as const)
  return networkAnswer(typed === undefined ? 200 : 403, call, {
    title: isPost ? 'Report a post' : 'Report a user',
    main: html`${shown}
<form class="card write" method="post" action="${REPORT_PATH}">
${typed !== undefined && html`<p class="alert" role="alert">${typed.refused}</p>`}
${formTokenField(services, member.visitor, reportAct(subject))}
<input type="hidden" name="${field[0]}" value="${field[1]}">
<input type="hidden" name="back" value="${member.back}">
<fieldset><legend>Why do you report it?</legend>
${REPORT_REASONS.map((reason) => html`<label class="check"><input type="radio" name="reason" value="${reason}" required${typed?.reason === reason && html` checked`}> ${REASONS[reason]}</label>`)}
</fieldset>
<label for="comment">Comment (optional)</label>
<textarea id="comment" name="comment" rows="4" maxlength="${MAX_REPORT_TEXT}" dir="auto" aria-describedby="about-comment">
${typed?.comment ?? ''}</textarea>
<p class="quiet" id="about-comment">The operators of this server read it with your name. The reported user does not.</p>
<div class="actions"><button class="main">Send the report</button><a class="button" href="${member.back}">Cancel</a></div>
</form>`,
  })
}

/** The page after a report. */
export function reportedAnswer(call: PageCall & { readonly member: Member }, { author }: Reported): Answer {
  const { member } = call
  return networkAnswer(200, call, {
    title: 'Your report is sent',
    main: html`<div class="card"><p role="status">The operators of this server read it and decide what to do.</p>
<p>On <a href="/${author.screenName}">the page of <bdi>@${author.screenName}</bdi></a> you can also mute or block this user.</p>
<p><a class="button" href="${member.back}">Back</a></p></div>`,
  })
}

const REFUSED: Partial<Record<RefusalReason, string>> = {
  'report-invalid': `A comment has up to ${MAX_REPORT_TEXT} characters.`,
  'reports-too-many': 'You have sent too many reports today. Try again tomorrow.',
}

/**
 * Stores a report of a member.
 * @returns the reason of a refusal; undefined after success
 * @throws {PageError} for a post or user that no longer exists
 */
export async function sendReport(
  services: Services,
  { user }: Pick<Member, 'user'>,
  subject: ReportSubject,
  { reason, comment = '' }: { readonly reason: string | undefined; readonly comment: string | undefined },
): Promise<string | undefined> {
  const chosen = REPORT_REASONS.find((each) => each === reason)
  if (chosen === undefined) return 'Choose a reason.'
  try {
    // Browsers send a line break in a form as two characters.
    const input = { subject, reason: chosen, comment: comment.replaceAll('\r\n', '\n') }
    await createReport(services, { reporterId: user.id, ...input })
    return undefined
  } catch (error) {
    const refused = error instanceof Refusal ? REFUSED[error.reason] : undefined
    if (refused === undefined) await act(() => Promise.reject(error))
    return refused
  }
}
