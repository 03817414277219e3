/** The forms that members fill in (MP-21), and what forms and guides are about. */
export const formKinds = ['claim', 'reimbursement', 'appeal', 'release', 'other-insurance'] as const
export type FormKind = (typeof formKinds)[number]

export const librarySubjects = ['claims', 'coverage', 'care', 'rights'] as const
