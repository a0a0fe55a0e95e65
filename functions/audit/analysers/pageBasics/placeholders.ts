/**
 * Texts that builders and themes put in until somebody writes their own, as WordPress, Elementor, Divi and
 * Wix have them in English, German, French, Spanish, Italian and Dutch. Each begins a block of text.
 */
const PLACEHOLDERS = [
  "lorem ipsum dolor sit amet",
  "just another wordpress site",
  "welcome to wordpress. this is your first post",
  "willkommen bei wordpress. dies ist dein erster beitrag",
  "bienvenue sur wordpress. ceci est votre premier article",
  "te damos la bienvenida a wordpress. esta es tu primera entrada",
  "benvenuto in wordpress. questo è il tuo primo articolo",
  "welkom bij wordpress. dit is je eerste bericht",
  "this is an example page. it’s different from a blog post",
  "this is an example page. it's different from a blog post",
  "dies ist eine beispiel-seite. sie unterscheidet sich von beiträgen",
  "ceci est une page d’exemple. c’est différent d’un article de blog",
  "esta es una página de ejemplo. es diferente a una entrada",
  "questa è una pagina di esempio. differisce da un articolo",
  "dit is een voorbeeldpagina. het is anders dan een blogbericht",
  "your content goes here. edit or remove this text inline",
  "this is text element. click edit button to change this text",
  "i am text block. click edit button to change this text",
  "add your heading text here",
  "i'm a paragraph. click here to add your own text and edit me",
  "i’m a paragraph. click here to add your own text and edit me",
  "ich bin ein textabsatz. klicke hier, um deinen eigenen text hinzuzufügen",
];

/** The placeholder that a text begins with, as it stands there. */
export function findPlaceholder(text: string): string | undefined {
  const start = text.slice(0, 100).toLowerCase();
  const found = PLACEHOLDERS.find((placeholder) => start.startsWith(placeholder));
  return found && text.slice(0, found.length);
}
