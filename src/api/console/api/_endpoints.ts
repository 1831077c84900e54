/** The list of endpoints of the console's API. */
import { tryCallOfApp } from './apps/try.ts'
import { createSession, deleteSession, showSession } from './session.ts'

export const CONSOLE_ENDPOINTS = [createSession, showSession, deleteSession, tryCallOfApp]
