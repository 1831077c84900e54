/** /console/api/operator/test_controls/grades: reports about graded clients (spec/console.md#test-controls). */
import { noteAction } from '../../../../../domain/audit/note-action.ts'
import { optionalText } from '../../../../../http/params.ts'
import { jsonAnswer } from '../../../_family.ts'
import { operatorEndpoint } from '../../../_operator/endpoint.ts'
import { GRADE, GRADE_LIST } from '../../../_operator/grades.ts'
import { controlsOf } from '../../../_operator/test-controls.ts'

const GRADES = '/console/api/operator/test_controls/grades'
const PARAMS = { grade_id: optionalText('The report.') }

export const listGrades = operatorEndpoint({
  paths: [GRADES],
  summary: 'The reports of graded clients that the server keeps, the newest first.',
  params: {},
  answers: [{ schema: GRADE_LIST }],
  errors: ['no-test-controls'],
  async handle({ services }) {
    return jsonAnswer(controlsOf(services).grades())
  },
})

export const showGrade = operatorEndpoint({
  paths: [`${GRADES}/:grade_id`],
  summary: 'A report of a graded client, with its trials.',
  params: PARAMS,
  answers: [{ schema: GRADE }],
  errors: ['no-test-controls', 'grade-not-found'],
  async handle({ services, params: { grade_id = '' } }) {
    return jsonAnswer(controlsOf(services).grade(grade_id))
  },
})

export const deleteGrade = operatorEndpoint({
  method: 'DELETE',
  paths: [`${GRADES}/:grade_id`],
  summary: 'Deletes a report of a graded client.',
  params: PARAMS,
  answers: [{ schema: GRADE_LIST }],
  errors: ['no-test-controls', 'grade-not-found'],
  async handle({ services, params: { grade_id = '' } }) {
    const controls = controlsOf(services)
    controls.removeGrade(grade_id)
    // The entry does not name the client, because its command line may contain secrets.
    const subject = { kind: 'test-controls', key: `grade ${grade_id}` } as const
    await noteAction(services, { action: 'test.delete_grade', subject })
    return jsonAnswer(controls.grades())
  },
})
