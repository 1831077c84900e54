/**
 * Lists the forms of single posts and users, in the order of recognition. Single posts and users occur as values in
 * files and as elements of pages.
 */
import type { ValueForm } from '../items.ts'
import { GNIP_ACTIVITY } from './gnip.ts'
import { SEARCH_V1_POST } from './search-v1.ts'
import { SNSCRAPE_POST, SNSCRAPE_USER } from './snscrape.ts'
import { TWINT_POST } from './twint.ts'
import { V2_POST } from './v2-post.ts'
import { V2_USER } from './v2-user.ts'
import { V11_POST } from './v11-post.ts'
import { V11_USER } from './v11-user.ts'

export const ELEMENT_FORMS: readonly ValueForm[] = [
  GNIP_ACTIVITY,
  SNSCRAPE_USER,
  SNSCRAPE_POST,
  TWINT_POST,
  SEARCH_V1_POST,
  V11_POST,
  V2_POST,
  V11_USER,
  V2_USER,
]
