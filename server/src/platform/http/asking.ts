import type { Language } from '@portico/contract/page'
import type { AuditContext } from '../audit/store.ts'
import type { Principal } from './principal.ts'

/** Who makes a call, when, from where and in which language. */
export interface Asking<Who extends Principal = Principal> extends AuditContext {
  readonly principal: Who
  readonly language: Language
  /** Whether the page made the call by itself, which is no sign of the person's activity. */
  readonly background?: boolean
}
