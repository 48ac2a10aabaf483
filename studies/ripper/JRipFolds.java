import java.io.FileReader;
import java.nio.file.Files;
import java.nio.file.Paths;
import weka.classifiers.rules.JRip;
import weka.core.Instances;

/** Predictions of JRip on given folds: one line of fold numbers per repeat in, one line of class numbers out. */
public class JRipFolds {
    public static void main(String[] arguments) throws Exception {
        Instances rows = new Instances(new FileReader(arguments[0]));
        rows.setClassIndex(rows.numAttributes() - 1);
        for (String line : Files.readAllLines(Paths.get(arguments[1]))) {
            String[] folds = line.split(",");
            int[] predicted = new int[folds.length];
            for (int fold = 0; fold < 10; fold++) {
                Instances training = new Instances(rows, 0);
                for (int row = 0; row < folds.length; row++)
                    if (Integer.parseInt(folds[row]) != fold) training.add(rows.instance(row));
                JRip rules = new JRip();
                rules.buildClassifier(training);
                for (int row = 0; row < folds.length; row++)
                    if (Integer.parseInt(folds[row]) == fold)
                        predicted[row] = (int) rules.classifyInstance(rows.instance(row));
            }
            StringBuilder out = new StringBuilder();
            for (int code : predicted) out.append(code).append(' ');
            System.out.println(out.toString().trim());
        }
    }
}
