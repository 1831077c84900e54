/** Declares pages for members (signed-in users) and the targets of the forms on these pages (spec/pages.md#members). */
import type { Answer, MultipartSpec, SuccessResponse } from '../../http/endpoint.ts'
import { EdgeError } from '../../http/endpoint.ts'
import type { ParamSpec } from '../../http/params.ts'
import {
  type ApiEndpoint,
  defineEndpoint,
  type EndpointCall,
  type EndpointDeclaration,
} from '../_endpoint.ts'
import { acceptsHtml } from '../_pages/accepts-html.ts'
import { SHOWS_OR_SENDS_ON } from '../_pages/family.ts'
import { PAGE_HEADERS, redirectAnswer } from '../_pages/page.ts'
import { V11_ERRORS } from '../1.1/_errors.ts'
import { type Member, memberOf } from './member.ts'

type MemberPage<Spec extends ParamSpec> = Pick<
  EndpointDeclaration<'none', Spec, never, never>,
  'paths' | 'summary' | 'params'
> & {
  /** URL of the page, to which the buttons of the page return. */
  readonly back: (call: EndpointCall<'none', Spec>) => string
  readonly show: (call: EndpointCall<'none', Spec>, member: Member) => Promise<Answer>
}

/** Declares a page for members. Other visitors are redirected to the sign-in page. */
export function memberPage<Spec extends ParamSpec>({
  back,
  show,
  ...declaration
}: MemberPage<Spec>): ApiEndpoint {
  return defineEndpoint<'none', Spec>({
    ...{ method: 'GET', auth: ['none'], writes: false, window: undefined, answers: SHOWS_OR_SENDS_ON },
    ...declaration,
    // The error for clients that accept no HTML.
    errors: [V11_ERRORS.pageDoesNotExist],
    async handle(call) {
      if (!acceptsHtml(call.header('accept'))) throw new EdgeError('unknown-path', 'no HTML is accepted')
      const member = await memberOf(call, back(call))
      return member === undefined ? redirectAnswer('/login', PAGE_HEADERS) : show(call, member)
    },
  })
}

type MemberForm<Spec extends ParamSpec, Files extends MultipartSpec> = Pick<
  EndpointDeclaration<'none', Spec, never, Files>,
  'paths' | 'summary' | 'params' | 'multipart' | 'handle'
> & { readonly answers?: readonly SuccessResponse[] }

const SENT_ON: readonly SuccessResponse[] = SHOWS_OR_SENDS_ON

/** Declares the target of a form for members. */
export function memberForm<Spec extends ParamSpec, Files extends MultipartSpec = never>(
  declaration: MemberForm<Spec, Files>,
): ApiEndpoint {
  return defineEndpoint<'none', Spec, never, Files>({
    ...{ method: 'POST', auth: ['none'], writes: false, window: undefined, answers: SENT_ON },
    ...declaration,
    errors: [],
  })
}
