/** The most clients that can be handed to another agent at once (AG-5). */
export const maxHandedOver = 500
