/** The list of endpoints of the compliance stream. */
import { complianceStream } from './accounts/publishers.ts'

export const COMPLIANCE_ENDPOINTS = [complianceStream]
