/** The list of endpoints of the console's API. */
import { APP_CONSOLE_ENDPOINTS } from '../_apps/endpoints.ts'
import { tryCallOfApp } from './apps/try.ts'
import { createSession, deleteSession, showSession } from './session.ts'

export const CONSOLE_ENDPOINTS = [
  createSession,
  showSession,
  deleteSession,
  ...APP_CONSOLE_ENDPOINTS,
  tryCallOfApp,
]
