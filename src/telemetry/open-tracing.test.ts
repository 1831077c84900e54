import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requireOptionalPackages } from '../lib/package/optional-package.ts'
import { askingVariable, openTracing } from './open-tracing.ts'

const SILENT = { warn: () => undefined }

test('traces are enabled only by the variables that name an endpoint or an exporter', () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' }
  assert.equal(askingVariable(endpoint), 'OTEL_EXPORTER_OTLP_ENDPOINT')
  assert.equal(
    askingVariable({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://localhost:4318/v1/traces' }),
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  )
  assert.equal(askingVariable({ OTEL_TRACES_EXPORTER: 'otlp' }), 'OTEL_TRACES_EXPORTER')
  for (const env of [
    {},
    { OTEL_SERVICE_NAME: 'birds' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: ' ' },
    { ...endpoint, OTEL_SDK_DISABLED: 'TRUE' },
    { ...endpoint, OTEL_TRACES_EXPORTER: 'none' },
  ]) {
    assert.equal(askingVariable(env), undefined)
  }
})

test('without these variables, no package for traces is loaded', async () => {
  assert.equal(await openTracing({ OTEL_SERVICE_NAME: 'birds' }, SILENT), undefined)
})

test('the message about missing packages contains the command that installs the packages', () => {
  assert.throws(
    () => requireOptionalPackages(['@opentelemetry/none', '@opentelemetry/api'], 'the variable OTEL_X'),
    /^Error: the variable OTEL_X needs the packages @opentelemetry\/none, @opentelemetry\/api, which are not installed; run "npm install @opentelemetry\/none @opentelemetry\/api" where/,
  )
})
