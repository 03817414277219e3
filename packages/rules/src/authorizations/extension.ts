/** The extension that says of a prior authorization what no guide has an element for: its moments, an appeal, documents asked for. */
export const APPROVAL_EXTENSION = 'urn:portico:prior-authorization'
