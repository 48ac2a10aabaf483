import java.io.FileReader;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Paths;
import weka.classifiers.Classifier;
import weka.core.Instances;

/** Predictions of a classifier, named first, on given folds: one line of fold numbers per repeat in, one line of class numbers out.
 *  The processor seconds of each repeat's fits and predictions go to the standard error, one number to a line. */
public class WekaFolds {
    public static void main(String[] arguments) throws Exception {
        Instances rows = new Instances(new FileReader(arguments[1]));
        rows.setClassIndex(rows.numAttributes() - 1);
        for (String line : Files.readAllLines(Paths.get(arguments[2]))) {
            String[] folds = line.split(",");
            int[] predicted = new int[folds.length];
            long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            for (int fold = 0; fold < 10; fold++) {
                Instances training = new Instances(rows, 0);
                for (int row = 0; row < folds.length; row++)
                    if (Integer.parseInt(folds[row]) != fold) training.add(rows.instance(row));
                Classifier model = Classifier.forName(arguments[0], null);
                model.buildClassifier(training);
                for (int row = 0; row < folds.length; row++)
                    if (Integer.parseInt(folds[row]) == fold)
                        predicted[row] = (int) model.classifyInstance(rows.instance(row));
            }
            System.err.println((ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start) * 1e-9);
            StringBuilder out = new StringBuilder();
            for (int code : predicted) out.append(code).append(' ');
            System.out.println(out.toString().trim());
        }
    }
}
