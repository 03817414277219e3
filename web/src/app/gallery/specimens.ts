import { actions } from './actions.tsx'
import { fields } from './fields.tsx'
import { formKit } from './form-kit.tsx'
import { lists } from './lists.tsx'
import { notices } from './notices.tsx'
import type { Specimens } from './specimen.ts'

/** Every component of `ui`; a new one is shown here too, or a test fails. */
export const specimens: Specimens = { ...actions, ...fields, ...formKit, ...lists, ...notices }
