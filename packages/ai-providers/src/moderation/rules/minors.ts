import type { Rule } from './rule.js';

/**
 * Sexual content about minors. Laws, police work, teaching and care speak of it in other words and company, which is the
 * only circumstance that counts here: neither fiction nor a quotation excuses a request.
 */
export const MINORS_RULES: readonly Rule[] = [
  {
    category: 'minors',
    note: 'sexual content about a child is asked for',
    contexts: ['protective', 'caring', 'negated'],
    frames: {
      '0.95': [
        '@askMake ..8 @explicit ..6 @childOnly',
        '@askMake ..8 @explicit ..6 @minorAge year|years|yr',
        '@askMake ..8 @explicit ..6 @minorAged',
        '@askMake ..8 @childOnly ..4 @explicit',
        '@askMake ..8 @minorAge year|years|yr ..6 @explicit',
        '@askGet ..8 @explicit ..1 of|with|featuring|showing|von|mit|de|con|avec|di|com ..2 @childOnly',
        '@askGet ..8 @explicit ..1 of|with|featuring|showing ..2 @minorAge year|years|yr',
        '@askGet ..8 @childOnly @explicit',
        '{ask} @coded',
        '{ask} kinderporno|kinderpornos|kinderpornografie|pedopornographie|pedopornografia',
        '@askMake ..8 sexual|sex scene|scenes|story|stories|fantasy|roleplay|images|pictures|photos|acts ..6 @childOnly',
        '@askMake ..8 sexual|sex scene|scenes|story|stories|fantasy|roleplay|images|pictures|photos|acts ..6 @minorAge year|years',
        '{ask} naked|nude pictures|photos|pics|images|videos ..4 @childOnly',
        '{ask} sex with|mit|con|avec|com ..3 @childOnly',
        '{howto} have sex with ..3 @childOnly',
        '{howto} have sex with ..3 @minorAge year',
        '{howto} groom|seduce|molest ..3 @childOnly',
        'i|we {intent} ..1 have|having sex with ..3 @childOnly',
        'i|we {intent} ..1 have|having sex with ..3 @minorAge year',
      ],
      '0.7': [
        'child|kiddie|preteen|underage|infantil|infantile|minorile porn|pornography|nudes|erotica',
        'pornografia|porno|pornographie infantil|infantile|minorile',
        'i am sexually|romantically attracted to ..2 @childOnly',
      ],
      '0.5': ['{ask} naked|nude ..1 @childOnly'],
    },
  },
];
