export const sexes = ['female', 'male'] as const
export type Sex = (typeof sexes)[number]

/** What people can tell us about themselves in private (MP-20), each question with a few choices; unanswered questions are absent. */
export const assessmentQuestions = {
  sex: sexes,
  smoking: ['never', 'past', 'now'],
  moving: ['rarely', 'some', 'most'],
  sleep: ['short', 'enough', 'long'],
  plants: ['rarely', 'some', 'most'],
  alcohol: ['none', 'some', 'often'],
  mood: ['well', 'low-days', 'low-often'],
  dentist: ['within-year', 'longer'],
} as const

export type AssessmentQuestion = keyof typeof assessmentQuestions
export type AssessmentAnswers = {
  readonly [Q in AssessmentQuestion]?: (typeof assessmentQuestions)[Q][number] | undefined
}

/** Advice that follows from an answer. */
export const assessmentTips = ['smoking', 'moving', 'sleep', 'plants', 'alcohol', 'mood', 'dentist'] as const
export type AssessmentTip = (typeof assessmentTips)[number]

const reasons: Readonly<Record<AssessmentTip, readonly string[]>> = {
  mood: ['low-days', 'low-often'],
  smoking: ['now'],
  alcohol: ['often'],
  sleep: ['short'],
  moving: ['rarely'],
  plants: ['rarely'],
  dentist: ['longer'],
}

/** The advice for these answers, most important first; unanswered questions yield none. */
export function listTips(answers: AssessmentAnswers): AssessmentTip[] {
  return (Object.keys(reasons) as AssessmentTip[]).filter((tip) => reasons[tip].includes(answers[tip] ?? ''))
}

/** Whether someone smokes or has smoked; null: they have not said. */
export function hasSmoked({ smoking }: AssessmentAnswers): boolean | null {
  return smoking === undefined ? null : smoking !== 'never'
}
