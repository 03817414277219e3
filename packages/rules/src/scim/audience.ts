/** Whom an identity provider keeps here: people who work for the plan, or agents. */
export const scimAudiences = ['staff', 'agents'] as const
export type ScimAudience = (typeof scimAudiences)[number]
