import { stubs } from '@portico/contract/stubs'
import { mapContact } from '@portico/rules/identity/contact'

/** Contact information that the rules accept: what stub mode answers. */
export const contactSample = mapContact((name) => stubs.consumerProfile[name] ?? 'Sample')
