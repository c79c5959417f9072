// The theme: the system's until the button chooses, and then the one that was chosen, also after a reload.

const KEY = "irigrammar-theme";

export class Theme {
  constructor(button) {
    this.button = button;
    this.set(this.stored() ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));
    button.addEventListener("click", () => {
      this.set(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
      this.store();
    });
  }

  set(theme) {
    document.documentElement.dataset.theme = theme;
    this.button.textContent = theme === "dark" ? "Light theme" : "Dark theme";
  }

  /** Return the theme that was chosen, null for none, and where the browser keeps nothing for a file. */
  stored() {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  }

  store() {
    try {
      localStorage.setItem(KEY, document.documentElement.dataset.theme);
    } catch {
      // the choice lasts as long as the page
    }
  }
}
