/** Naming systems of numbers and codes, as FHIR identifies them. */

/** National Provider Identifiers, of people and of organizations. */
export const npiSystem = 'http://hl7.org/fhir/sid/us-npi'
/** The National Association of Insurance Commissioners' numbers of payers. */
export const naicSystem = 'urn:oid:2.16.840.1.113883.6.300'
/** CMS's numbers of health plans, for which FHIR has no system: the text of an identifier's type. */
export const hpidName = 'HPID'
/** National Drug Codes. */
export const ndcSystem = 'http://hl7.org/fhir/sid/ndc'
/** RxNorm, the National Library of Medicine's drug names. */
export const rxnormSystem = 'http://www.nlm.nih.gov/research/umls/rxnorm'
