/** GET /console/api/operator/imports/:import_id/report: the report that "aviary import --report" writes. */
import { Type } from 'typebox'
import { optionalText } from '../../../../../http/params.ts'
import { operatorEndpoint } from '../../../_operator/endpoint.ts'
import { ConsoleProblem } from '../../../_problems.ts'

/** The report shows texts of imported files, so the policy forbids scripts and other resources. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'none'"

export const showImportReport = operatorEndpoint({
  paths: ['/console/api/operator/imports/:import_id/report'],
  summary: 'The report of an import, as a page or as data.',
  params: {
    import_id: optionalText('The import.'),
    form: optionalText('`html` (default) or `json`.'),
  },
  answers: [{ description: 'The report.', type: 'text/html; charset=utf-8', schema: Type.String() }],
  errors: ['field-invalid', 'import-not-found', 'import-report-missing'],
  async handle({ services, params: { import_id = '', form = 'html' } }) {
    if (form !== 'html' && form !== 'json') throw new ConsoleProblem('field-invalid', { field: 'form' })
    const body = await services.transfers.imports.report(import_id, form === 'json' ? 'json' : 'page')
    const headers =
      form === 'json'
        ? { 'content-disposition': `attachment; filename="import-${import_id}.json"` }
        : { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY }
    return { status: 200, body, headers }
  },
})
