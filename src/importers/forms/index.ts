/** Lists the forms of import files, in the order of recognition (spec/file-recognition.md#recognition). */
import type { SiblingNames } from '../../files/siblings.ts'
import type { TableForm, ValueForm } from '../items.ts'
import { ACADEMIC_FILES } from './academic.ts'
import { ELEMENT_FORMS } from './element-forms.ts'
import { GNIP_ACTIVITY } from './gnip.ts'
import { HELD_BACK } from './held-back.ts'
import { COMPLIANCE_RESULT, STREAM_ERRORS, STREAM_NOTICE } from './notices.ts'
import { ELASTIC_HIT, POST_LIST, POST_MAP, POSTS_BY_ID, WEBHOOK_BODY } from './post-pages.ts'
import { SNSCRAPE_POST, SNSCRAPE_USER } from './snscrape.ts'
import { POST_TABLES } from './tables/post-tables.ts'
import { TWARC_CSV } from './tables/twarc-csv.ts'
import { USER_TABLE } from './tables/user-tables.ts'
import { ID_PAGE, USER_LIST } from './user-pages.ts'
import { V2_PAGE } from './v2-page.ts'
import { WRAPPED_MESSAGE } from './wrapped-message.ts'

/** Forms of JSON values. The first form that matches a value reads the value. */
export const VALUE_FORMS: readonly ValueForm[] = [
  STREAM_NOTICE,
  STREAM_ERRORS,
  WRAPPED_MESSAGE,
  ...HELD_BACK,
  GNIP_ACTIVITY,
  SNSCRAPE_USER,
  SNSCRAPE_POST,
  POST_LIST,
  POST_MAP,
  POSTS_BY_ID,
  ELASTIC_HIT,
  USER_LIST,
  ID_PAGE,
  V2_PAGE,
  WEBHOOK_BODY,
  ...ELEMENT_FORMS,
  COMPLIANCE_RESULT,
]

/**
 * Forms of tables. The first form that matches the header and the first row reads the rows. Tables of follows are
 * recognised after these forms.
 */
export const TABLE_FORMS: readonly TableForm[] = [TWARC_CSV, ...POST_TABLES, USER_TABLE]

/** Names of files that are joined: a file of posts, and the file with the users of these posts. */
export const SIBLINGS: SiblingNames = ACADEMIC_FILES
